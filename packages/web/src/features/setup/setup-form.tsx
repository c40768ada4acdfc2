import { valibotResolver } from '@hookform/resolvers/valibot'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { type Setup, setUp } from '@koedana/contract/setup.ts'
import { AgeCategory, ageCategories } from '@koedana/contract/values.ts'
import { type ReactNode, useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../domain/api.ts'
import { isRepeated, Repeated } from '../../domain/repeated-password.ts'
import { signIn } from '../../domain/session.ts'
import { useT } from '../../lib/i18n.ts'
import { showFaults, wordsOf } from '../../lib/validation.ts'
import { Labelled, SegmentedControl } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'

const Typed = v.pipe(
  v.object({
    ...NewCredentials.entries,
    repeated: Repeated,
    code: v.string(),
    folder: v.string(),
    folderAge: AgeCategory,
    visitorCeiling: AgeCategory,
    listening: v.picklist(['yes', 'no']),
    moving: v.picklist(['yes', 'no']),
  }),
  v.forward(v.partialCheck([['password'], ['repeated']], isRepeated, 'passwordsSame'), ['repeated']),
)
type Typed = v.InferOutput<typeof Typed>

export interface SetupFormProps {
  readonly needsCode: boolean
  /** `hasFolder`: works are being looked for. `isMoving`: another server is to move in now. */
  readonly onDone: (done: { readonly hasFolder: boolean; readonly isMoving: boolean }) => void
}

const untouched: Typed = {
  username: '',
  password: '',
  repeated: '',
  code: '',
  folder: '',
  folderAge: 'all',
  visitorCeiling: 'all',
  listening: 'yes',
  moving: 'no',
}

/** Administrator, first folder and what visitors may do, on one page. */
export function SetupForm({ needsCode, onDone }: SetupFormProps) {
  const t = useT()
  const form = useForm({ resolver: valibotResolver(Typed), defaultValues: untouched })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (typed) => {
    try {
      const body = bodyOf(typed)
      signIn(await call(setUp, { body }))
      onDone({ hasFolder: body.folders !== undefined, isMoving: typed.moving === 'yes' })
    } catch (error) {
      showFaults(form, error, { username: 'username', password: 'password', 'folders.0.path': 'folder' })
    }
  })
  const field = (name: 'username' | 'password' | 'repeated' | 'code' | 'folder') => ({
    error: wordsOf(t, errors[name]?.message),
    ...form.register(name),
  })
  const ages = ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))
  return (
    <form className="flex flex-col gap-7" onSubmit={submit} noValidate>
      <Step title={t('setup.administrator')} help={t('setup.administratorHelp')}>
        {needsCode && (
          <Field label={t('setup.code')} help={t('setup.codeHelp')} autoComplete="off" {...field('code')} />
        )}
        <Field
          label={t('account.username')}
          autoComplete="username"
          spellCheck={false}
          {...field('username')}
        />
        <Field
          label={t('account.password')}
          type="password"
          autoComplete="new-password"
          {...field('password')}
        />
        <Field
          label={t('account.repeatPassword')}
          type="password"
          autoComplete="new-password"
          {...field('repeated')}
        />
      </Step>
      <Step title={t('setup.folder')} help={t('setup.folderHelp')}>
        <Field
          label={t('setup.folderPath')}
          placeholder="/media/voice"
          spellCheck={false}
          {...field('folder')}
        />
        <Labelled label={t('setup.folderAge')} help={t('setup.folderAgeHelp')}>
          <Controller
            control={form.control}
            name="folderAge"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                label={t('setup.folderAge')}
                value={value}
                options={ages}
                onChange={onChange}
              />
            )}
          />
        </Labelled>
      </Step>
      <Step title={t('setup.visitors')} help={t('setup.visitorsHelp')}>
        <Labelled label={t('setup.visitorCeiling')}>
          <Controller
            control={form.control}
            name="visitorCeiling"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                label={t('setup.visitorCeiling')}
                value={value}
                options={ages}
                onChange={onChange}
              />
            )}
          />
        </Labelled>
        <Labelled label={t('setup.listening')}>
          <Controller
            control={form.control}
            name="listening"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                label={t('setup.listening')}
                value={value}
                options={[
                  { value: 'yes', label: t('common.yes') },
                  { value: 'no', label: t('common.no') },
                ]}
                onChange={onChange}
              />
            )}
          />
        </Labelled>
      </Step>
      <Step title={t('setup.moving')} help={t('setup.movingHelp')}>
        <Controller
          control={form.control}
          name="moving"
          render={({ field: { value, onChange } }) => (
            <SegmentedControl
              label={t('setup.moving')}
              value={value}
              options={[
                { value: 'no', label: t('common.no') },
                { value: 'yes', label: t('common.yes') },
              ]}
              onChange={onChange}
            />
          )}
        />
      </Step>
      <button type="submit" className="btn-primary h-11" disabled={isSubmitting}>
        {t('setup.finish')}
      </button>
    </form>
  )
}

function bodyOf({ username, password, code, folder, folderAge, visitorCeiling, listening }: Typed): Setup {
  return {
    username,
    password,
    visitorCeiling,
    visitorsMayListen: listening === 'yes',
    ...(code ? { code } : {}),
    ...(folder ? { folders: [{ path: folder, ageCategory: folderAge }] } : {}),
  }
}

interface StepProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** One thing to decide, with its fields. */
function Step({ title, help, children }: StepProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-[16px] font-semibold tracking-tight">
          {title}
        </h2>
        <p className="mt-0.5 text-[13px] text-mut">{help}</p>
      </div>
      {children}
    </section>
  )
}
