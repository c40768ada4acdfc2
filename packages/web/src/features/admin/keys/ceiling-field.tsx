import type { AgeCategory } from '@koedana/contract/values.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { Labelled } from '../../../ui/labelled.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { siteSettingsQuery } from '../site-settings/site-settings-query.ts'

export interface CeilingFieldProps {
  /** Null: as the settings say. */
  readonly value: AgeCategory | null
  readonly onChange: (ceiling: AgeCategory | null) => void
}

/** What accounts that are made with a key will see, in words. */
export function CeilingField({ value, onChange }: CeilingFieldProps) {
  const t = useT()
  const ofSite = useQuery(siteSettingsQuery()).data?.newAccountCeiling
  const seen = value ?? ofSite
  const label = t('keys.ceilingLabel')
  return (
    <div>
      <Labelled label={label}>
        <SelectMenu
          label={label}
          value={value ?? 'site'}
          options={[
            { value: 'site', label: t('keys.ceilingSite', { age: ofSite ? t(`age.${ofSite}`) : '…' }) },
            ...ageCategories.map((age) => ({ value: age, label: t(`age.${age}`) })),
          ]}
          onChange={(next) => onChange(next === 'site' ? null : next)}
        />
      </Labelled>
      <p aria-live="polite" className="mt-1.5 min-h-4.5 text-[12.5px] text-mut">
        {seen && t(`newAccount.${seen}`)}
      </p>
    </div>
  )
}
