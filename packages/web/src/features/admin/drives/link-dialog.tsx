import { valibotResolver } from '@hookform/resolvers/valibot'
import { type DriveApp, type DriveProvider, linkDrive, saveDriveApp } from '@koedana/contract/drives.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { useDriveWords } from './drive-words.ts'
import { drivesQuery } from './drives-query.ts'
import { PasteResponse, PasteToken } from './paste-forms.tsx'
import { ScanCode } from './scan-code.tsx'

export interface LinkDialogProps {
  readonly again?: { readonly id: string; readonly provider: DriveProvider } | undefined
  readonly onClose: () => void
}

/** Guides step by step from the client ID to the provider's page. */
export function LinkDialog({ again, onClose }: LinkDialogProps) {
  useDriveWords()
  const { data } = useQuery(drivesQuery())
  const [chosen, setChosen] = useState(again?.provider)
  const app = data?.apps.find(({ provider }) => provider === chosen) ?? data?.apps[0]
  if (!data || !app) return <Skeleton className="h-52 w-full rounded-card!" />
  return (
    <AppForm
      key={app.provider}
      app={app}
      account={again?.id}
      onClose={onClose}
      providers={again ? [again.provider] : data.apps.map(({ provider }) => provider)}
      onChoose={setChosen}
    />
  )
}

interface AppFormProps {
  readonly app: DriveApp
  readonly account: string | undefined
  readonly providers: readonly DriveProvider[]
  readonly onChoose: (provider: DriveProvider) => void
  readonly onClose: () => void
}

/** An empty secret keeps the stored one. */
const TypedApp = v.object({
  clientId: v.pipe(v.string(), v.trim(), v.minLength(1, 'required')),
  clientSecret: v.pipe(v.string(), v.trim()),
})
type TypedApp = v.InferOutput<typeof TypedApp>

function AppForm({ app, account, providers, onChoose, onClose }: AppFormProps) {
  const t = useT()
  const { provider, clientId, isFixed, isPasted } = app
  const form = useForm<TypedApp>({
    resolver: valibotResolver(TypedApp),
    defaultValues: { clientId: clientId ?? '', clientSecret: '' },
  })
  const [opened, setOpened] = useState<string>()
  const name = t(`drive.${provider}`)
  const save = async (typed: TypedApp) => {
    const { clientId: id, clientSecret } = typed
    const body = { clientId: id, ...(clientSecret && { clientSecret }) }
    if (!isFixed) await call(saveDriveApp, { params: { provider }, body })
  }
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(typed)
      const { origin } = window.location
      const { url } = await call(linkDrive, { body: { provider, origin, ...(account && { account }) } })
      if (isPasted) setOpened(url)
      else window.location.assign(url)
    } catch (error) {
      showFaults(form, error, { clientId: 'clientId', clientSecret: 'clientSecret', provider: 'clientId' })
    }
  })
  return (
    <FormDialog
      title={t('drives.linkTitle')}
      act={t('drives.goTo', { name })}
      isBusy={form.formState.isSubmitting}
      isWide
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <LabeledControl label={t('drives.provider')}>
        <SelectMenu
          label={t('drives.provider')}
          value={provider}
          options={providers.map((one) => ({ value: one, label: t(`drive.${one}`) }))}
          onChange={onChoose}
        />
      </LabeledControl>
      <Steps provider={provider} />
      <Field
        label={t('drives.returnUrl')}
        help={t(isPasted ? 'drives.returnUrlPasted' : 'drives.returnUrlHelp', { name })}
        readOnly
        value={app.returnUrl}
        onFocus={(event) => event.target.select()}
      />
      {isFixed ? (
        <p className="text-[13px] text-mut">{t('drives.fixed')}</p>
      ) : (
        <AppFields app={app} form={form} />
      )}
      {opened !== undefined && <PasteResponse provider={provider} url={opened} />}
      {app.hasDevice && (
        <ScanCode provider={provider} account={account} onSave={() => save(form.getValues())} />
      )}
      {app.hasRefreshTokens && <PasteToken provider={provider} onSave={() => save(form.getValues())} />}
    </FormDialog>
  )
}

function Steps({ provider }: { readonly provider: DriveProvider }) {
  const t = useT()
  return (
    <details open className="rounded-card bg-sunken px-4 py-3 text-[13px]">
      <summary className="cursor-pointer font-medium">{t('drives.steps')}</summary>
      <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5">
        {t(`driveSteps.${provider}`)
          .split('\n')
          .map((step) => (
            <li key={step} className="text-pretty wrap-anywhere">
              {step}
            </li>
          ))}
      </ol>
    </details>
  )
}

function AppFields({ app, form }: { readonly app: DriveApp; readonly form: UseFormReturn<TypedApp> }) {
  const t = useT()
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('drives.clientId')}
        autoComplete="off"
        spellCheck={false}
        error={validationText(t, errors.clientId?.message)}
        {...form.register('clientId')}
      />
      <Field
        label={t('drives.clientSecret')}
        type="password"
        autoComplete="new-password"
        help={t(app.hasSecret ? 'drives.secretKept' : 'drives.secretHelp')}
        error={validationText(t, errors.clientSecret?.message)}
        {...form.register('clientSecret')}
      />
    </div>
  )
}
