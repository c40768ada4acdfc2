import { compatibilityApiNames } from '@koedana/contract/app-passwords.ts'
import type { Settings } from '@koedana/contract/site-settings.ts'
import { Fragment } from 'react'
import { useAppWords } from '../../../domain/app-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { CheckRow } from '../../../ui/choices.tsx'
import { SettingsSection, useDraft } from './settings-section.tsx'

/** Selects which compatibility APIs are on. Load lazily: it has its own messages. */
export function DoorsSection({ settings: { doors, kikoeruAtRoot } }: { readonly settings: Settings }) {
  useAppWords()
  const t = useT()
  const { draft, change, ...form } = useDraft({ doors, kikoeruAtRoot })
  return (
    <SettingsSection title={t('doors.title')} help={t('doors.help')} {...form}>
      {compatibilityApiNames.map((name) => (
        <Fragment key={name}>
          <CheckRow
            label={t(`doors.${name}`)}
            help={t(`doors.${name}Help`)}
            checked={draft.doors[name]}
            onChange={({ target }) => change({ doors: { ...draft.doors, [name]: target.checked } })}
          />
          {name === 'kikoeru' && draft.doors.kikoeru && (
            <div className="pl-9">
              <CheckRow
                label={t('doors.kikoeruAtRoot')}
                help={t('doors.kikoeruAtRootHelp')}
                checked={draft.kikoeruAtRoot}
                onChange={({ target }) => change({ kikoeruAtRoot: target.checked })}
              />
            </div>
          )}
        </Fragment>
      ))}
    </SettingsSection>
  )
}
