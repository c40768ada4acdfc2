import { valibotResolver } from '@hookform/resolvers/valibot'
import type { MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import { useForm } from 'react-hook-form'
import { useT } from '../../../lib/i18n.ts'
import { boundWords } from '../../../lib/number-words.ts'
import { showFaults, wordsOf } from '../../../lib/validation.ts'
import { CheckRow } from '../../../ui/check-row.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ConnectionCheck } from './connection-check.tsx'
import { meantMarketplace, TypedMarketplace, typedMarketplace } from './marketplace-form.rules.ts'
import { SettingsSection } from './settings-section.tsx'
import { useSaveSettings } from './site-settings-query.ts'

const number = { type: 'number', inputMode: 'numeric', min: 0 } as const

/** How the marketplace is spoken to. */
export function MarketplaceSection({ marketplace }: { readonly marketplace: MarketplaceSettings }) {
  const t = useT()
  const save = useSaveSettings()
  const form = useForm<TypedMarketplace>({
    resolver: valibotResolver(TypedMarketplace),
    values: typedMarketplace(marketplace),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const faultOf = (field: keyof TypedMarketplace) => {
    const fault = errors[field]?.message
    return boundWords(t, fault, TypedMarketplace.entries[field]) ?? wordsOf(t, fault)
  }
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save({ marketplace: meantMarketplace(typed) })
    } catch (error) {
      showFaults(form, error, faultFields)
    }
  })
  return (
    <SettingsSection
      title={t('marketplace.title')}
      help={t('marketplace.help')}
      isDirty={isDirty}
      isBusy={isSubmitting}
      onSave={(event) => void submit(event)}
    >
      <CheckRow
        label={t('marketplace.enabled')}
        help={t('marketplace.enabledHelp')}
        {...form.register('enabled')}
      />
      <Field
        label={t('marketplace.baseUrl')}
        help={t('marketplace.baseUrlHelp')}
        type="url"
        error={faultOf('baseUrl')}
        {...form.register('baseUrl')}
      />
      <Field
        label={t('marketplace.proxyUrl')}
        help={t('marketplace.proxyUrlHelp')}
        type="url"
        error={faultOf('proxyUrl')}
        {...form.register('proxyUrl')}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label={t('marketplace.gapMs')}
          error={faultOf('gapMs')}
          {...number}
          {...form.register('gapMs', { valueAsNumber: true })}
        />
        <Field
          label={t('marketplace.pageGapMs')}
          error={faultOf('pageGapMs')}
          {...number}
          {...form.register('pageGapMs', { valueAsNumber: true })}
        />
        <Field
          label={t('marketplace.batchSize')}
          error={faultOf('batchSize')}
          {...number}
          {...form.register('batchSize', { valueAsNumber: true })}
        />
      </div>
      <TextArea
        label={t('marketplace.allowedHosts')}
        help={t('marketplace.allowedHostsHelp')}
        spellCheck={false}
        error={faultOf('allowedHosts')}
        {...form.register('allowedHosts')}
      />
      <ConnectionCheck isSaved={!isDirty} />
    </SettingsSection>
  )
}

/** Where the server says it, and the field that shows it. */
const faultFields = {
  'marketplace.baseUrl': 'baseUrl',
  'marketplace.proxyUrl': 'proxyUrl',
  'marketplace.gapMs': 'gapMs',
  'marketplace.pageGapMs': 'pageGapMs',
  'marketplace.batchSize': 'batchSize',
  'marketplace.allowedHosts': 'allowedHosts',
} as const satisfies Readonly<Record<string, keyof TypedMarketplace>>
