/** How somebody listens on this device. Import it lazily. */
import { useT } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import { changePlayerSettings, usePlayerSettings } from '../player-settings.ts'

export function SoundPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const settings = usePlayerSettings()
  const choices = [
    ['sound.mono', 'mono', undefined],
    ['sound.swap', 'swap', undefined],
    ['sound.rewind', 'rewinds', undefined],
    ['sound.saver', 'saver', 'sound.saverHelp'],
    ['sound.private', 'isPrivate', undefined],
  ] as const
  return (
    <Sheet open onClose={onClose} title={t('sound.title')} isDark>
      <ul className="divide-y divide-line">
        {choices.map(([label, name, help]) => (
          <li key={name} className="flex items-start gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm font-medium">{t(label)}</p>
              {help && <p className="mt-0.5 text-[12.5px] text-mut">{t(help)}</p>}
            </div>
            <Switch
              label={t(label)}
              isOn={settings[name]}
              onChange={(isOn) => changePlayerSettings({ [name]: isOn })}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
