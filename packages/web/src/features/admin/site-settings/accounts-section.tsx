import type { Settings } from '@koedana/contract/site-settings.ts'
import { registrations } from '@koedana/contract/values.ts'
import { useT } from '../../../lib/i18n.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useDraft } from './use-draft.ts'

/** Who may make an account. */
export function AccountsSection({
  settings: { registration, allowsGuests },
}: {
  readonly settings: Settings
}) {
  const t = useT()
  const { draft, change, ...form } = useDraft({ registration, allowsGuests })
  return (
    <SettingsSection title={t('site.accounts')} help={t('site.accountsHelp')} {...form}>
      <ChoiceList
        label={t('site.registration')}
        value={draft.registration}
        options={registrations.map((value) => ({
          value,
          label: t(`registration.${value}`),
          help: t(`registration.${value}Help`),
        }))}
        onChange={(next) => change({ registration: next })}
      />
      <CheckRow
        label={t('site.allowsGuests')}
        help={t('site.allowsGuestsHelp')}
        checked={draft.allowsGuests}
        onChange={({ target }) => change({ allowsGuests: target.checked })}
      />
    </SettingsSection>
  )
}
