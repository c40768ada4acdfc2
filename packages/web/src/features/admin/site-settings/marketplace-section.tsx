import { valibotResolver } from '@hookform/resolvers/valibot'
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import { checkMarketplace, type MarketplaceSettings } from '@koedana/contract/site-settings.ts'
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { limitErrorText } from '../../../lib/limit-error-text.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { CheckRow } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { fromMarketplaceForm, MarketplaceFormValues, toMarketplaceForm } from './marketplace-form.rules.ts'
import { SettingsSection, useSaveSettings } from './settings-section.tsx'

const number = { type: 'number', inputMode: 'numeric', min: 0 } as const

export function MarketplaceSection({ marketplace }: { readonly marketplace: MarketplaceSettings }) {
  const t = useT()
  const save = useSaveSettings()
  const form = useForm<MarketplaceFormValues>({
    resolver: valibotResolver(MarketplaceFormValues),
    values: toMarketplaceForm(marketplace),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const faultOf = (field: keyof MarketplaceFormValues) => {
    const fault = errors[field]?.message
    return limitErrorText(t, fault, MarketplaceFormValues.entries[field]) ?? validationText(t, fault)
  }
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save({ marketplace: fromMarketplaceForm(typed) })
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
      <Link to="/admin/destinations" className="self-start text-sm text-acc hover:underline">
        {t('destinations.title')}
      </Link>
    </SettingsSection>
  )
}

/** Maps the server's error paths to form fields. */
const faultFields = {
  'marketplace.baseUrl': 'baseUrl',
  'marketplace.proxyUrl': 'proxyUrl',
  'marketplace.gapMs': 'gapMs',
  'marketplace.pageGapMs': 'pageGapMs',
  'marketplace.batchSize': 'batchSize',
  'marketplace.allowedHosts': 'allowedHosts',
} as const satisfies Readonly<Record<string, keyof MarketplaceFormValues>>

type ConnectionResponse = ResponseBody<typeof checkMarketplace>
type CheckResult = ConnectionResponse | { readonly refusal: string } | undefined

/** Tests the connection to the marketplace with the saved settings, and shows what is wrong and how to fix it. */
function ConnectionCheck({ isSaved }: { readonly isSaved: boolean }) {
  const t = useT()
  const [result, setResult] = useState<CheckResult>()
  const [isBusy, setBusy] = useState(false)
  const check = () => {
    setBusy(true)
    setResult(undefined)
    call(checkMarketplace, {})
      .then(setResult)
      .catch((error: Error) => setResult({ refusal: error.message }))
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" disabled={isBusy || !isSaved} onClick={check}>
          <IconPlugConnected size={16} aria-hidden />
          {isBusy ? t('marketplace.checking') : t('marketplace.check')}
        </button>
        {!isSaved && <span className="text-[13px] text-mut">{t('marketplace.checkAfterSave')}</span>}
      </div>
      <div aria-live="polite" className="w-full empty:hidden">
        {result && <Finding result={result} />}
      </div>
    </div>
  )
}

function Finding({ result }: { readonly result: NonNullable<CheckResult> }) {
  const t = useT()
  const format = useFormat()
  if ('refusal' in result) return <Note isGood={false} title={result.refusal} />
  const { fault, tookMs, status } = result
  if (fault === null) {
    return <Note isGood title={t('marketplace.answers', { ms: format.number(Math.round(tookMs ?? 0)) })} />
  }
  return (
    <Note isGood={false} title={t(`marketplaceFault.${fault}`)}>
      {t(`marketplaceFault.${fault}Help`)}
      {status !== null && ` (HTTP ${status})`}
    </Note>
  )
}

interface NoteProps {
  readonly isGood: boolean
  readonly title: string
  readonly children?: ReactNode
}

function Note({ isGood, title, children }: NoteProps) {
  const Icon = isGood ? IconCircleCheck : IconAlertCircle
  return (
    <div className="flex gap-3 rounded-card bg-sunken p-4 text-sm">
      <Icon size={20} className={isGood ? 'shrink-0 text-pos' : 'shrink-0 text-neg'} aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        {children && <p className="mt-0.5 text-[13px] text-pretty text-mut">{children}</p>}
      </div>
    </div>
  )
}
