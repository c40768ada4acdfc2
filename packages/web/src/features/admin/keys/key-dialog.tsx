import { valibotResolver } from '@hookform/resolvers/valibot'
import {
  createKeys,
  type Key,
  listRedemptions,
  maxKeysAtOnce,
  maxUses,
  updateKey,
} from '@koedana/contract/access-keys.ts'
import { AgeCategory, ageCategories, integer, Platform, platforms } from '@koedana/contract/values.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { useFormat, useT } from '../../../lib/i18n.ts'
import { limitErrorText } from '../../../lib/limit-error-text.ts'
import { notify } from '../../../lib/notify.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Skeleton } from '../../../ui/page.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { siteSettingsQuery } from '../site-settings/settings-section.tsx'
import { keysKey } from './keys-table.tsx'

const KeyFormValues = v.object({
  quantity: integer(1, maxKeysAtOnce),
  count: integer(1, maxUses),
  platforms: v.array(Platform),
  ceiling: v.nullable(AgeCategory),
  note: v.pipe(v.string(), v.maxLength(200, 'textTooLong')),
  /** Local time as the browser's date picker writes it; empty for never. */
  expires: v.string(),
})
type KeyFormValues = v.InferOutput<typeof KeyFormValues>

export interface KeyDialogProps {
  /** If undefined, new keys are created. */
  readonly accessKey: Key | undefined
  readonly onClose: () => void
}

export function KeyDialog({ accessKey, onClose }: KeyDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<KeyFormValues>({
    resolver: valibotResolver(KeyFormValues),
    defaultValues: formValuesOf(accessKey),
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(accessKey, typed)
      notify(t(accessKey ? 'message.keyUpdated' : 'message.keyCreated'), 'positive')
      await client.invalidateQueries({ queryKey: keysKey })
      onClose()
    } catch (error) {
      showFaults(form, error, { count: 'count', quantity: 'quantity', note: 'note' })
    }
  })
  const numberFault = (field: 'quantity' | 'count') => {
    const fault = errors[field]?.message
    return limitErrorText(t, fault, KeyFormValues.entries[field]) ?? validationText(t, fault)
  }
  const number = { type: 'number', inputMode: 'numeric', min: 1 } as const
  return (
    <FormDialog
      title={accessKey ? accessKey.code : t('keys.create')}
      act={accessKey ? t('common.save') : t('keys.create')}
      isBusy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      {!accessKey && (
        <Field
          label={t('keys.quantity')}
          error={numberFault('quantity')}
          {...number}
          {...form.register('quantity', { valueAsNumber: true })}
        />
      )}
      <Field
        label={t('keys.usesEach')}
        help={t('keys.usesHelp')}
        error={numberFault('count')}
        {...number}
        {...form.register('count', { valueAsNumber: true })}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2 text-sm">
        <legend className="mb-1.5 text-[13px] font-medium">{t('keys.platforms')}</legend>
        {platforms.map((platform) => (
          <label key={platform} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4.5 accent-acc"
              value={platform}
              {...form.register('platforms')}
            />
            {t(`platform.${platform}`)}
          </label>
        ))}
        <p className="w-full text-[12.5px] text-mut">{t('keys.platformsHelp')}</p>
      </fieldset>
      <Controller
        control={form.control}
        name="ceiling"
        render={({ field: { value, onChange } }) => <CeilingField value={value} onChange={onChange} />}
      />
      <Field
        label={t('keys.expires')}
        help={t('keys.expiresHelp')}
        type="datetime-local"
        {...form.register('expires')}
      />
      <Field
        label={t('keys.note')}
        error={validationText(t, errors.note?.message)}
        {...form.register('note')}
      />
      {accessKey && accessKey.usedCount > 0 && <KeyRedemptions keyId={accessKey.id} />}
    </FormDialog>
  )
}

const formValuesOf = (key: Key | undefined): KeyFormValues => ({
  quantity: 1,
  count: key?.count ?? 1,
  platforms: key?.platforms ?? [],
  ceiling: key?.ceiling ?? null,
  note: key?.note ?? '',
  expires: key?.expiresAt ? localText(new Date(key.expiresAt)) : '',
})

/** Formats a date as `2026-11-21T18:00` in the local time zone. */
const localText = (date: Date) =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

async function save(key: Key | undefined, { quantity, expires, ...rest }: KeyFormValues): Promise<void> {
  const body = { ...rest, expiresAt: expires ? new Date(expires).toISOString() : null }
  if (key) await call(updateKey, { params: { id: key.id }, body })
  else await call(createKeys, { body: { ...body, quantity } })
}

function KeyRedemptions({ keyId }: { readonly keyId: string }) {
  const t = useT()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...keysKey, keyId, 'redemptions'],
    queryFn: ({ signal }) => call(listRedemptions, { params: { id: keyId } }, signal),
  })
  return (
    <section className="text-sm">
      <h3 className="mb-1.5 text-[13px] font-medium">{t('keys.redemptions')}</h3>
      {!data && <Skeleton className="h-10 w-full" />}
      <ul className="max-h-40 divide-y divide-line overflow-y-auto rounded-xl border border-line">
        {data?.items.map(({ user, platform, redeemedAt }) => (
          <li key={`${redeemedAt} ${user?.id ?? ''}`} className="flex justify-between gap-3 px-3 py-2">
            <span className="truncate font-medium">{user?.username ?? t('keys.goneUser')}</span>
            <span className="shrink-0 text-mut">
              {t(`platform.${platform}`)} · {format.instant(redeemedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export interface CeilingFieldProps {
  /** Null means the site's default. */
  readonly value: AgeCategory | null
  readonly onChange: (ceiling: AgeCategory | null) => void
}

function CeilingField({ value, onChange }: CeilingFieldProps) {
  const t = useT()
  const ofSite = useQuery(siteSettingsQuery()).data?.newAccountCeiling
  const seen = value ?? ofSite
  const label = t('keys.ceilingLabel')
  return (
    <div>
      <LabeledControl label={label}>
        <SelectMenu
          label={label}
          value={value ?? 'site'}
          options={[
            { value: 'site', label: t('keys.ceilingSite', { age: ofSite ? t(`age.${ofSite}`) : '…' }) },
            ...ageCategories.map((age) => ({ value: age, label: t(`age.${age}`) })),
          ]}
          onChange={(next) => onChange(next === 'site' ? null : next)}
        />
      </LabeledControl>
      <p aria-live="polite" className="mt-1.5 min-h-4.5 text-[12.5px] text-mut">
        {seen && t(`newAccount.${seen}`)}
      </p>
    </div>
  )
}
