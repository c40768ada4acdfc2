import { valibotResolver } from '@hookform/resolvers/valibot'
import { Password, Username } from '@koedana/contract/credentials.ts'
import type { User } from '@koedana/contract/session.ts'
import { createUser, updateUser } from '@koedana/contract/users.ts'
import { AgeCategory, ageCategories, roleOf, UserStatus } from '@koedana/contract/values.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import * as v from 'valibot'
import { call } from '../../../domain/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { showFaults, validationText } from '../../../lib/validation.ts'
import { LabeledControl, SegmentedControl } from '../../../ui/choices.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { usersKey } from './users-query.ts'

const common = {
  username: Username,
  role: v.picklist(['general', 'admin']),
  ageRestriction: AgeCategory,
  status: UserStatus,
}
const NewUserSchema = v.object({ ...common, password: Password })
/** An empty password keeps the current one. */
const ExistingUserSchema = v.object({
  ...common,
  password: v.union([v.literal(''), Password], 'passwordMin'),
})
type UserFormValues = v.InferOutput<typeof NewUserSchema>

export interface UserDialogProps {
  /** If undefined, a new account is created. */
  readonly user: User | undefined
  readonly onClose: () => void
}

export function UserDialog({ user, onClose }: UserDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<UserFormValues>({
    resolver: valibotResolver(user ? ExistingUserSchema : NewUserSchema),
    defaultValues: typedOf(user),
  })
  const submit = form.handleSubmit(async (typed) => {
    try {
      await save(user, typed)
      notify(t(user ? 'message.userUpdated' : 'message.userCreated'), 'positive')
      await client.invalidateQueries({ queryKey: usersKey })
      onClose()
    } catch (error) {
      showFaults(form, error, { username: 'username', password: 'password' })
    }
  })
  const title = user ? t('users.edit') : t('users.create')
  return (
    <FormDialog
      title={title}
      act={user ? t('common.save') : t('users.create')}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <UserFields form={form} isNew={!user} />
    </FormDialog>
  )
}

function UserFields({
  form,
  isNew,
}: {
  readonly form: UseFormReturn<UserFormValues>
  readonly isNew: boolean
}) {
  const t = useT()
  const { errors } = form.formState
  const choice = <T extends string>(label: string, values: readonly { value: T; label: string }[]) => ({
    label,
    options: values,
  })
  const roles = choice(t('account.role'), [
    { value: 'general', label: t('role.1') },
    { value: 'admin', label: t('role.3') },
  ])
  const ages = choice(t('account.ageRestriction'), ageOptions(t))
  const statuses = choice(t('users.status'), [
    { value: 'active', label: t('users.active') },
    { value: 'disabled', label: t('users.disabled') },
  ])
  return (
    <>
      <Field
        label={t('account.username')}
        autoComplete="off"
        spellCheck={false}
        error={validationText(t, errors.username?.message)}
        {...form.register('username')}
      />
      <Field
        label={isNew ? t('account.password') : t('account.newPassword')}
        help={isNew ? undefined : t('users.passwordHelp')}
        type="password"
        autoComplete="new-password"
        error={validationText(t, errors.password?.message)}
        {...form.register('password')}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field: { value, onChange } }) => (
          <LabeledControl label={roles.label}>
            <SegmentedControl {...roles} value={value} onChange={onChange} />
          </LabeledControl>
        )}
      />
      <Controller
        control={form.control}
        name="ageRestriction"
        render={({ field: { value, onChange } }) => (
          <LabeledControl label={ages.label}>
            <SegmentedControl {...ages} value={value} onChange={onChange} />
          </LabeledControl>
        )}
      />
      <Controller
        control={form.control}
        name="status"
        render={({ field: { value, onChange } }) => (
          <LabeledControl label={statuses.label} help={t('users.statusHelp')}>
            <SegmentedControl {...statuses} value={value} onChange={onChange} />
          </LabeledControl>
        )}
      />
    </>
  )
}

const ageOptions = (t: ReturnType<typeof useT>) =>
  ageCategories.map((value) => ({ value, label: t(`age.${value}`) }))

const typedOf = (user: User | undefined): UserFormValues => ({
  username: user?.username ?? '',
  password: '',
  role: user?.role === roleOf.admin ? 'admin' : 'general',
  ageRestriction: user?.ageRestriction ?? 'all',
  status: user?.status ?? 'active',
})

async function save(
  user: User | undefined,
  { role: named, password, ...rest }: UserFormValues,
): Promise<void> {
  const role = roleOf[named]
  if (!user) {
    await call(createUser, { body: { ...rest, role, password } })
    return
  }
  // A guest keeps the guest role until they register, so the role is only sent if it was changed.
  const isSame = user.role === role || (user.role === roleOf.guest && named === 'general')
  const body = { ...rest, ...(isSame ? {} : { role }), ...(password ? { password } : {}) }
  await call(updateUser, { params: { id: user.id }, body })
}
