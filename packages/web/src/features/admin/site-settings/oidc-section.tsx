/** Settings of provider logins. Load lazily: it has its own messages. */
import type { ResponseBody } from '@koedana/contract/kit/endpoint.ts'
import {
  checkOidc,
  getOidcSettings,
  type ShownOidcSettings,
  updateOidcSettings,
} from '@koedana/contract/oidc.ts'
import { IconAlertCircle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { aboutQuery } from '../../../domain/about-query.ts'
import { call } from '../../../domain/api.ts'
import { useSignInWords } from '../../../domain/sign-in-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { fieldFaults, validationText } from '../../../lib/validation.ts'
import { CheckRow } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { changedOidc, type OidcFormValues, toOidcForm } from './oidc-form.rules.ts'
import { SettingsSection } from './settings-section.tsx'

const oidcQuery = () =>
  queryOptions({
    queryKey: ['admin', 'oidc'],
    queryFn: ({ signal }) => call(getOidcSettings, {}, signal),
    // A reload on focus would discard the input.
    refetchOnWindowFocus: false,
  })

export function OidcSection() {
  useSignInWords()
  const { data } = useQuery(oidcQuery())
  return data ? <OidcForm settings={data} /> : <Skeleton className="h-96 w-full rounded-card!" />
}

function useOidcDraft(settings: ShownOidcSettings) {
  const t = useT()
  const client = useQueryClient()
  const [changed, setChanged] = useState<Partial<OidcFormValues>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const saved = toOidcForm(settings)
  const draft: OidcFormValues = { ...saved, ...changed }
  const body = changedOidc(draft, saved)
  const onSave = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    call(updateOidcSettings, { body })
      .then((next) => {
        client.setQueryData(oidcQuery().queryKey, next)
        setChanged({})
        setFaults({})
        notify(t('message.settingsSaved'), 'positive')
        void client.invalidateQueries({ queryKey: aboutQuery().queryKey })
      })
      .catch((error: unknown) => setFaults(fieldFaults(error)))
      .finally(() => setBusy(false))
  }
  return {
    draft,
    faults,
    change: (next: Partial<OidcFormValues>) => setChanged((before) => ({ ...before, ...next })),
    form: { isDirty: Object.keys(body).length > 0, isBusy, onSave },
  }
}

type TextField = {
  [K in keyof OidcFormValues]: OidcFormValues[K] extends string ? K : never
}[keyof OidcFormValues]
type FlagField = Exclude<keyof OidcFormValues, TextField>

function OidcForm({ settings }: { readonly settings: ShownOidcSettings }) {
  const t = useT()
  const { draft, faults, change, form } = useOidcDraft(settings)
  const { fixed, callbackUrl, signedOutUrl } = settings
  const text = (field: TextField) => ({
    value: draft[field],
    disabled: fixed.includes(field),
    error: validationText(t, faults[`body.${field}`]),
    spellCheck: false,
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [field]: target.value }),
  })
  const flag = (field: FlagField) => ({
    label: t(`oidc.${field}`),
    help: t(`oidc.${field}Help`),
    checked: draft[field],
    disabled: fixed.includes(field),
    onChange: ({ target }: { readonly target: { readonly checked: boolean } }) =>
      change({ [field]: target.checked }),
  })
  return (
    <SettingsSection title={t('oidc.title')} help={t('oidc.help')} {...form}>
      {fixed.length > 0 && (
        <p className="rounded-card bg-soft p-4 text-[13px] text-pretty wrap-anywhere">
          {t('oidc.fixed', { names: fixed.join(', ') })}
        </p>
      )}
      <CheckRow {...flag('enabled')} />
      <Field label={t('oidc.issuer')} help={t('oidc.issuerHelp')} type="url" {...text('issuer')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('oidc.clientId')} {...text('clientId')} />
        <Field
          label={t('oidc.secret')}
          help={settings.hasSecret && t('oidc.secretKept')}
          type="password"
          {...text('clientSecret')}
          autoComplete="new-password"
        />
        <Field label={t('oidc.scopes')} {...text('scopes')} />
        <Field label={t('oidc.label')} maxLength={40} {...text('label')} />
      </div>
      <Field
        label={t('oidc.callbackUrl')}
        help={t('oidc.callbackUrlHelp', { url: signedOutUrl })}
        value={callbackUrl}
        readOnly
      />
      <CheckRow {...flag('createsAccounts')} />
      <CheckRow {...flag('linksByUsername')} />
      <CheckRow {...flag('linksByEmail')} />
      <CheckRow {...flag('isOnly')} />
      <fieldset className="flex flex-col gap-5">
        <legend className="mb-4 text-[13px] font-semibold">{t('oidc.rights')}</legend>
        <Field label={t('oidc.roleClaim')} help={t('oidc.roleClaimHelp')} {...text('roleClaim')} />
        <Field label={t('oidc.adminValues')} help={t('oidc.adminValuesHelp')} {...text('adminValues')} />
        <Field label={t('oidc.memberValues')} help={t('oidc.memberValuesHelp')} {...text('memberValues')} />
        <Field label={t('oidc.ceilingClaim')} help={t('oidc.ceilingClaimHelp')} {...text('ceilingClaim')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('oidc.r15Values')} {...text('r15Values')} />
          <Field label={t('oidc.r18Values')} {...text('r18Values')} />
        </div>
      </fieldset>
      <ProviderCheck isSaved={!form.isDirty && settings.enabled} />
    </SettingsSection>
  )
}

type ProviderCheckResult = ResponseBody<typeof checkOidc>

/** Tests the connection to the provider with the saved settings, and shows the result. */
function ProviderCheck({ isSaved }: { readonly isSaved: boolean }) {
  const t = useT()
  const [result, setResult] = useState<ProviderCheckResult>()
  const [isBusy, setBusy] = useState(false)
  const check = () => {
    setBusy(true)
    setResult(undefined)
    call(checkOidc, {})
      .then(setResult)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn" disabled={isBusy || !isSaved} onClick={check}>
          <IconPlugConnected size={16} aria-hidden />
          {isBusy ? t('oidc.checking') : t('oidc.check')}
        </button>
        {!isSaved && <span className="text-[13px] text-mut">{t('oidc.checkAfterSave')}</span>}
      </div>
      <div aria-live="polite" className="w-full empty:hidden">
        {result && <Finding {...result} />}
      </div>
    </div>
  )
}

function Finding({ fault, unknownScopes }: ProviderCheckResult) {
  const t = useT()
  const isGood = fault === null
  const Icon = isGood ? IconCircleCheck : IconAlertCircle
  return (
    <div className="flex gap-3 rounded-card bg-sunken p-4 text-sm">
      <Icon size={20} className={isGood ? 'shrink-0 text-pos' : 'shrink-0 text-neg'} aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">{t(isGood ? 'oidc.works' : 'oidc.faultTitle')}</p>
        <p className="mt-0.5 text-[13px] text-pretty text-mut wrap-anywhere">
          {isGood ? t('oidc.worksHelp') : t('oidc.faultHelp', { fault })}{' '}
          {unknownScopes.length > 0 && t('oidc.unknownScopes', { names: unknownScopes.join(', ') })}
        </p>
      </div>
    </div>
  )
}
