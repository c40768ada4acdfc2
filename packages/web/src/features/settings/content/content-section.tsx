import { ageFilterModes, policies } from '@koedana/contract/values.ts'
import type { ContentChoices } from '../../../lib/content-choices.ts'
import { changeContentSettings, useContentSettings } from '../../../lib/content-settings.ts'
import { useT } from '../../../lib/i18n.ts'
import { useUser } from '../../../lib/session.ts'
import { ChoiceList } from '../../../ui/choice-list.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FilterDefaults } from './filter-defaults.tsx'
import { HiddenEntities } from './hidden-entities.tsx'

/** What is listed, what is veiled, what is never shown; each choice says what it does by an example. */
export function ContentSection() {
  const t = useT()
  const user = useUser()
  const value = useContentSettings()
  const save = (patch: Partial<ContentChoices>) =>
    void changeContentSettings((now) => ({ ...now, ...patch })).catch(() => undefined)
  return (
    <section id="content" className="scroll-mt-16 border-t border-line py-6">
      <h2 className="text-[15px] font-semibold">{t('content.title')}</h2>
      <p className="mt-0.5 mb-5 text-[13px] text-mut">
        {user ? t('content.ceiling', { age: t(`age.${user.ageRestriction}`) }) : t('content.visitor')}
      </p>
      {!value && <Skeleton className="h-60 w-full rounded-card!" />}
      {value && (
        <div className="flex flex-col gap-7">
          <ChoiceList
            label={t('content.policy')}
            value={value.policy}
            options={policies.map((policy) => ({
              value: policy,
              label: t(`policy.${policy}`),
              help: t(`policy.${policy}Help`),
            }))}
            onChange={(policy) => save({ policy })}
          />
          <ChoiceList
            label={t('content.ageFilterMode')}
            value={value.ageFilterMode}
            options={ageFilterModes.map((mode) => ({
              value: mode,
              label: t(`ageFilterMode.${mode}`),
              help: t(`ageFilterMode.${mode}Help`),
            }))}
            onChange={(ageFilterMode) => save({ ageFilterMode })}
          />
          {value.policy === 'strict' && value.ageFilterMode === 'adults_only' && (
            <p className="rounded-card bg-soft px-4 py-3 text-sm" role="status">
              {t('content.nothingLeft')}
            </p>
          )}
          <HiddenEntities excluded={value.excluded} onChange={(excluded) => save({ excluded })} />
          <FilterDefaults value={value.filterDefaults} onClear={() => save({ filterDefaults: {} })} />
        </div>
      )}
    </section>
  )
}
