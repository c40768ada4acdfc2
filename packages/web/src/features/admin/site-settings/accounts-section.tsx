import type { Settings } from '@koedana/contract/site-settings.ts'
import { ageCategories, registrations } from '@koedana/contract/values.ts'
import { useT } from '../../../lib/i18n.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { Labelled } from '../../../ui/labelled.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useDraft } from './use-draft.ts'

/** Who may make an account, and what it sees. */
export function AccountsSection({
  settings: { registration, allowsGuests, newAccountCeiling, visitorCeiling },
}: {
  readonly settings: Settings
}) {
  const t = useT()
  const { draft, change, ...form } = useDraft({ registration, allowsGuests, newAccountCeiling })
  const isLess = ageCategories.indexOf(draft.newAccountCeiling) < ageCategories.indexOf(visitorCeiling)
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
      <div>
        <Labelled label={t('site.newAccountCeiling')} help={t('newAccount.keyed')}>
          <SegmentedControl
            label={t('site.newAccountCeiling')}
            value={draft.newAccountCeiling}
            options={ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))}
            onChange={(next) => change({ newAccountCeiling: next })}
          />
        </Labelled>
        <p aria-live="polite" className="mt-1.5 text-[13px]">
          {t(`newAccount.${draft.newAccountCeiling}`)} {isLess && t('newAccount.belowVisitors')}
        </p>
      </div>
      <CheckRow
        label={t('site.allowsGuests')}
        help={t('site.allowsGuestsHelp')}
        checked={draft.allowsGuests}
        onChange={({ target }) => change({ allowsGuests: target.checked })}
      />
    </SettingsSection>
  )
}
