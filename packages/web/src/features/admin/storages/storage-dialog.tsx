import { valibotResolver } from '@hookform/resolvers/valibot'
import { storageKinds } from '@koedana/contract/storage-settings.ts'
import {
  createStorage,
  type Storage,
  scanStorage,
  storageDeliveries,
  updateStorage,
} from '@koedana/contract/storages.ts'
import { ageCategories } from '@koedana/contract/values.ts'
import { IconFolderSearch, IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { CheckRow, ChoiceList, LabeledControl, SegmentedControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectMenu } from '../../../ui/select-menu.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { DriveFields } from '../drives/drive-fields.tsx'
import { tasksKey } from '../tasks/tasks-query.tsx'
import { FolderPicker } from './folder-picker.tsx'
import {
  faultFields,
  StorageFormValues,
  settingsFromForm,
  storageFromForm,
  toStorageForm,
} from './storage-form.rules.ts'
import { useStorageTest } from './storage-test.ts'
import { nameOf, storagesKey } from './storages-query.ts'
import { TestSteps } from './test-steps.tsx'

export interface StorageDialogProps {
  /** If undefined, a new storage is added and scanned. */
  readonly storage: Storage | undefined
  readonly onClose: () => void
}

type Form = UseFormReturn<StorageFormValues>

export function StorageDialog({ storage, onClose }: StorageDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<StorageFormValues>({
    resolver: valibotResolver(StorageFormValues),
    defaultValues: toStorageForm(storage),
  })
  const submit = form.handleSubmit(async (typed) => {
    try {
      if (storage) await call(updateStorage, { params: { id: storage.id }, body: storageFromForm(typed) })
      else await addAndScan(typed)
      notify(t(storage ? 'message.storageSaved' : 'message.storageAdded'), 'positive')
      onClose()
    } catch (error) {
      showFaults(form, error, faultsOf(typed))
    } finally {
      await client.invalidateQueries({ queryKey: storagesKey })
      await client.invalidateQueries({ queryKey: tasksKey })
    }
  })
  return (
    <FormDialog
      title={storage ? t('storages.editTitle', { name: nameOf(storage) }) : t('storages.add')}
      act={storage ? t('common.save') : t('storages.saveAndScan')}
      isBusy={form.formState.isSubmitting}
      isWide
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      {!storage && <KindChoice form={form} />}
      <LocationFields form={form} storage={storage} />
      <TestPart form={form} storage={storage} />
      <AgeField form={form} />
      <details className="rounded-card border border-line px-4 py-3">
        <summary className="cursor-pointer text-sm font-medium">{t('storages.more')}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <MoreFields form={form} />
        </div>
      </details>
    </FormDialog>
  )
}

/** Adds a storage and starts its scan. A failure of the scan is ignored, since the storage is saved. */
async function addAndScan(typed: StorageFormValues): Promise<void> {
  const { id } = await call(createStorage, { body: storageFromForm(typed) })
  await call(scanStorage, { params: { id }, body: {} }).catch(() => undefined)
}

/** The error that a storage exists already is shown at the field of its location. */
const faultsOf = ({ kind }: StorageFormValues) =>
  kind === 'local' ? faultFields : { ...faultFields, settings: 'url' as const }

function KindChoice({ form }: { readonly form: Form }) {
  const t = useT()
  return (
    <Controller
      control={form.control}
      name="kind"
      render={({ field: { value, onChange } }) => (
        <ChoiceList
          label={t('storages.kind')}
          value={value}
          options={storageKinds.map((kind) => ({
            value: kind,
            label: t(`storageKind.${kind}`),
            help: t(`storageKindHelp.${kind}`),
          }))}
          onChange={onChange}
        />
      )}
    />
  )
}

function LocationFields({ form, storage }: { readonly form: Form; readonly storage: Storage | undefined }) {
  const t = useT()
  const kind = form.watch('kind')
  const { errors } = form.formState
  const field = (name: 'path' | 'url' | 'user' | 'secret' | 'region' | 'bucket' | 'prefix') => ({
    error: validationText(t, errors[name]?.message),
    spellCheck: false,
    ...form.register(name),
  })
  if (kind === 'local') return <LocalFields form={form} />
  if (kind === 'drive') return <DriveLocationFields form={form} />
  const isS3 = kind === 's3'
  return (
    <>
      <Field
        label={t(isS3 ? 'storages.endpoint' : 'storages.url')}
        type="url"
        placeholder={isS3 ? 'https://s3.example.com' : 'https://nas.example.com/dav/voice'}
        {...field('url')}
      />
      {isS3 && (
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label={t('storages.bucket')} {...field('bucket')} />
          <Field label={t('storages.prefix')} {...field('prefix')} />
          <Field label={t('storages.region')} {...field('region')} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t(isS3 ? 'storages.accessKeyId' : 'account.username')}
          autoComplete="off"
          {...field('user')}
        />
        <Field
          label={t(isS3 ? 'storages.secretAccessKey' : 'account.password')}
          type="password"
          autoComplete="new-password"
          help={storage?.hasSecret ? t('storages.secretKept') : t('storages.secretHelp')}
          {...field('secret')}
        />
      </div>
      {isS3 && <CheckRow label={t('storages.pathStyle')} {...form.register('pathStyle')} />}
      <CheckRow
        label={t('storages.ownNetwork')}
        help={t('storages.ownNetworkHelp')}
        {...form.register('ownNetwork')}
      />
      {kind === 'webdav' && (
        <CheckRow
          label={t('storages.allowsHttpRedirects')}
          help={t('storages.allowsHttpRedirectsHelp')}
          {...form.register('allowsHttpRedirects')}
        />
      )}
    </>
  )
}

function DriveLocationFields({ form }: { readonly form: Form }) {
  const [account, path] = form.watch(['account', 'path'])
  const { setValue } = form
  const choose = useCallback(
    (id: string, provider: StorageFormValues['provider']) => {
      setValue('account', id)
      setValue('provider', provider)
      setValue('folder', '')
      setValue('path', '')
    },
    [setValue],
  )
  return (
    <DriveFields
      account={account}
      path={path}
      onAccount={choose}
      onFolder={({ folder, path: shown }) => {
        setValue('folder', folder)
        setValue('path', shown)
      }}
    />
  )
}

function LocalFields({ form }: { readonly form: Form }) {
  const t = useT()
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <Field
        label={t('storages.path')}
        help={t('storages.pathHelp')}
        placeholder="/media/voice"
        spellCheck={false}
        error={validationText(t, form.formState.errors.path?.message)}
        {...form.register('path')}
      />
      {isPicking ? (
        <FolderPicker onPick={(path) => form.setValue('path', path, { shouldDirty: true })} />
      ) : (
        <button type="button" className="btn self-start pointer-coarse:h-11" onClick={() => setPicking(true)}>
          <IconFolderSearch size={16} aria-hidden />
          {t('storages.pick')}
        </button>
      )}
    </>
  )
}

function TestPart({ form, storage }: { readonly form: Form; readonly storage: Storage | undefined }) {
  const t = useT()
  const test = useStorageTest(settingsFromForm(form.watch()))
  const run = () => {
    const typed = form.getValues()
    form.clearErrors()
    const settings = settingsFromForm(typed)
    test.run({ settings, ...(storage && { id: storage.id }) }, (error) =>
      showFaults(form, error, faultsOf(typed)),
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <button type="button" className="btn pointer-coarse:h-11" disabled={test.isBusy} onClick={run}>
        <IconPlugConnected size={16} aria-hidden />
        {t(test.isBusy ? 'storages.testing' : 'storages.test')}
      </button>
      {test.result && (
        <div className="w-full">
          <TestSteps result={test.result} />
        </div>
      )}
    </div>
  )
}

function AgeField({ form }: { readonly form: Form }) {
  const t = useT()
  return (
    <LabeledControl label={t('storages.unknownAge')} help={t('storages.unknownAgeHelp')}>
      <Controller
        control={form.control}
        name="unknownAge"
        render={({ field: { value, onChange } }) => (
          <SegmentedControl
            label={t('storages.unknownAge')}
            value={value}
            options={ageCategories.map((age) => ({ value: age, label: t(`age.${age}`) }))}
            onChange={onChange}
          />
        )}
      />
    </LabeledControl>
  )
}

function MoreFields({ form }: { readonly form: Form }) {
  const t = useT()
  const { errors } = form.formState
  return (
    <>
      <Field
        label={t('storages.name')}
        error={validationText(t, errors.name?.message)}
        {...form.register('name')}
      />
      <Field
        label={t('storages.depth')}
        help={t('storages.depthHelp')}
        inputMode="numeric"
        error={validationText(t, errors.depth?.message)}
        {...form.register('depth')}
      />
      <Field
        label={t('storages.rescan')}
        help={t('storages.rescanHelp')}
        inputMode="numeric"
        error={validationText(t, errors.rescanHours?.message)}
        {...form.register('rescanHours')}
      />
      {form.watch('kind') === 'local' && (
        <CheckRow label={t('storages.watch')} help={t('storages.watchHelp')} {...form.register('watch')} />
      )}
      <TextArea
        label={t('storages.ignored')}
        help={t('storages.ignoredHelp')}
        spellCheck={false}
        error={validationText(t, errors.ignored?.message)}
        {...form.register('ignored')}
      />
      <LabeledControl label={t('storages.delivery')} help={t('storages.deliveryHelp')}>
        <Controller
          control={form.control}
          name="delivery"
          render={({ field: { value, onChange } }) => (
            <SelectMenu
              label={t('storages.delivery')}
              value={value}
              options={storageDeliveries.map((one) => ({ value: one, label: t(`storageDelivery.${one}`) }))}
              onChange={onChange}
            />
          )}
        />
      </LabeledControl>
    </>
  )
}
