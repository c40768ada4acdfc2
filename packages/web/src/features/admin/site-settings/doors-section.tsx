import { doorNames } from '@koedana/contract/doors.ts'
import type { Settings } from '@koedana/contract/site-settings.ts'
import { useAppWords } from '../../../domain/app-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { CheckRow } from '../../../ui/choices.tsx'
import { SettingsSection, useDraft } from './settings-section.tsx'

/** Which apps of others may connect. Import it lazily: it has words of its own. */
export function DoorsSection({ settings: { doors } }: { readonly settings: Settings }) {
  useAppWords()
  const t = useT()
  const { draft, change, ...form } = useDraft({ doors })
  return (
    <SettingsSection title={t('doors.title')} help={t('doors.help')} {...form}>
      {doorNames.map((name) => (
        <CheckRow
          key={name}
          label={t(`doors.${name}`)}
          help={t(`doors.${name}Help`)}
          checked={draft.doors[name]}
          onChange={({ target }) => change({ doors: { ...draft.doors, [name]: target.checked } })}
        />
      ))}
    </SettingsSection>
  )
}
