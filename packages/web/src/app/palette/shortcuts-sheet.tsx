/** A sheet with all keyboard shortcuts. Load lazily. */

import { closeCommandDialog, modifierKeyName } from '../../domain/command-dialog.ts'
import { useCommandWords } from '../../domain/command-words.ts'
import { type MessageKey, useT } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/settings.ts'
import { Sheet } from '../../ui/sheet.tsx'

interface Shortcut {
  readonly key: MessageKey
  /** Alternative keys; keys in an inner array are pressed together. */
  readonly keys: readonly (string | readonly string[])[]
}

const shortcuts: readonly { readonly group: MessageKey; readonly items: readonly Shortcut[] }[] = [
  {
    group: 'keys.everywhere',
    items: [
      { key: 'palette.label', keys: [[modifierKeyName, 'K']] },
      { key: 'keys.search', keys: ['/'] },
      { key: 'keys.sheet', keys: ['?'] },
      { key: 'keys.menu', keys: [['Shift', 'F10']] },
    ],
  },
  {
    group: 'keys.list',
    items: [
      { key: 'keys.move', keys: ['←', '↑', '↓', '→'] },
      { key: 'keys.ends', keys: ['Home', 'End'] },
      { key: 'keys.open', keys: ['Enter'] },
      { key: 'keys.select', keys: ['X'] },
      { key: 'keys.range', keys: [['Shift', '←↑↓→']] },
      { key: 'keys.all', keys: [[modifierKeyName, 'A']] },
      { key: 'select.clear', keys: ['Esc'] },
    ],
  },
  {
    group: 'keys.player',
    items: [
      { key: 'keys.play', keys: ['Space'] },
      { key: 'keys.skip', keys: ['J', 'K'] },
      { key: 'keys.chapters', keys: ['[', ']'] },
      { key: 'keys.speed', keys: ['<', '>'] },
      { key: 'keys.volume', keys: ['−', '+'] },
      { key: 'keys.mute', keys: ['M'] },
      { key: 'keys.loop', keys: ['A'] },
      { key: 'keys.full', keys: ['F'] },
    ],
  },
]

export function ShortcutsSheet() {
  useCommandWords()
  const t = useT()
  const areOn = useSettings(({ keys }) => keys === 'on')
  return (
    <Sheet open onClose={closeCommandDialog} title={t('keys.title')}>
      {!areOn && <p className="mb-4 text-[13px] text-mut">{t('keys.off')}</p>}
      <div className="flex flex-col gap-6">
        {shortcuts.map(({ group, items }) => (
          <section key={group} aria-label={t(group)}>
            <h3 className="mb-2 text-[12.5px] font-semibold text-mut">{t(group)}</h3>
            <dl className="flex flex-col gap-2 text-sm">
              {items.map(({ key, keys }) => (
                <div key={key} className="flex items-center justify-between gap-3">
                  <dt>{t(key)}</dt>
                  <dd className="flex shrink-0 gap-1.5">
                    {keys.map((pressed) => (
                      <KeyCaps
                        key={String(pressed)}
                        keys={typeof pressed === 'string' ? [pressed] : pressed}
                      />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Sheet>
  )
}

function KeyCaps({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="flex gap-0.5">
      {keys.map((key) => (
        <kbd key={key} className={capClass} style={{ minWidth: 24 }}>
          {key}
        </kbd>
      ))}
    </span>
  )
}

const capClass =
  'grid h-6 place-items-center rounded-lg border border-line bg-sunken px-1.5 font-sans text-[12px] font-medium'
