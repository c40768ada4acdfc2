import { valibotResolver } from '@hookform/resolvers/valibot'
import { register as registerAccount } from '@koedana/contract/auth.ts'
import { NewCredentials } from '@koedana/contract/credentials.ts'
import { ApiError } from '@koedana/contract/kit/client.ts'
import { type Platform, platforms, roleOf } from '@koedana/contract/values.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { aboutQuery } from '../domain/about-query.ts'
import { call } from '../domain/api.ts'
import { passwordsMatch, RepeatedPassword } from '../domain/repeated-password.ts'
import { signIn, useUser } from '../domain/session.ts'
import { SessionCard } from '../features/session/login-form.tsx'
import type { Formats } from '../lib/format.rules.ts'
import { type Translate, useFormat, useT } from '../lib/i18n.ts'
import { notify } from '../lib/notify.ts'
import { showFaults, validationText } from '../lib/validation.ts'
import { Field } from '../ui/field.tsx'
import { useDocumentTitle } from '../ui/page.tsx'

const route = getRouteApi('/site/auth/register')

export function RegisterPage() {
  const t = useT()
  const router = useRouter()
  const { redirect } = route.useSearch()
  const { data: server } = useQuery(aboutQuery())
  const isGuest = useUser()?.role === roleOf.guest
  useDocumentTitle(t('auth.register'))
  if (server?.registration === 'closed') {
    return <SessionCard title={t('auth.registerTitle')}>{t('auth.registerClosed')}</SessionCard>
  }
  return (
    <SessionCard
      title={t('auth.registerTitle')}
      help={isGuest ? t('auth.registerGuestHelp') : t('auth.registerHelp')}
    >
      <RegisterForm
        needsKey={server?.registration !== 'open'}
        onDone={() => void router.navigate({ href: redirect ?? '/' })}
      />
      {!isGuest && (
        <p className="border-t border-line pt-5 text-center text-[13px] text-mut">
          {t('auth.hasAccount')}{' '}
          <Link
            to="/auth/login"
            search={redirect ? { redirect } : {}}
            className="text-acc underline underline-offset-4"
          >
            {t('auth.login')}
          </Link>
        </p>
      )}
    </SessionCard>
  )
}

const resolverFor = (key: v.GenericSchema<string>) =>
  valibotResolver(
    v.pipe(
      v.object({ ...NewCredentials.entries, key, repeated: RepeatedPassword }),
      v.forward(v.partialCheck([['password'], ['repeated']], passwordsMatch, 'passwordsSame'), ['repeated']),
    ),
  )

const withKey = resolverFor(v.pipe(v.string(), v.regex(/\S/, 'required')))

const withoutKey = resolverFor(v.string())

interface RegisterFormProps {
  readonly needsKey: boolean
  readonly onDone: () => void
}

function RegisterForm({ needsKey, onDone }: RegisterFormProps) {
  const t = useT()
  const format = useFormat()
  const form = useForm({
    resolver: needsKey ? withKey : withoutKey,
    defaultValues: { username: '', password: '', repeated: '', key: '' },
  })
  const { errors, isSubmitting } = form.formState
  const [allowed, setAllowed] = useState<readonly Platform[]>([])
  const submit = form.handleSubmit(async ({ username, password, key }) => {
    setAllowed([])
    try {
      const body = { username, password, ...(needsKey ? { key } : {}) }
      signIn(await call(registerAccount, { body }))
      notify(t('message.registered'), 'positive')
      onDone()
    } catch (error) {
      showFaults(form, error, { username: 'username', password: 'password' })
      setAllowed(platformsIn(error))
    }
  })
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      {needsKey && (
        <Field
          label={t('auth.key')}
          help={t('auth.keyHelp')}
          autoCapitalize="characters"
          spellCheck={false}
          error={validationText(t, errors.key?.message) ?? platformWords(t, format, allowed)}
          {...form.register('key')}
        />
      )}
      <Field
        label={t('account.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={validationText(t, errors.username?.message)}
        {...form.register('username')}
      />
      <Field
        label={t('account.password')}
        type="password"
        autoComplete="new-password"
        error={validationText(t, errors.password?.message)}
        {...form.register('password')}
      />
      <Field
        label={t('account.repeatPassword')}
        type="password"
        autoComplete="new-password"
        error={validationText(t, errors.repeated?.message)}
        {...form.register('repeated')}
      />
      <button type="submit" className="btn-primary mt-1 h-11" disabled={isSubmitting}>
        {t('auth.register')}
      </button>
    </form>
  )
}

/** Returns the platforms on which the server accepts the access key. */
function platformsIn(error: unknown): readonly Platform[] {
  const allowed = error instanceof ApiError ? error.body?.allowed?.['body.platform'] : undefined
  return platforms.filter((platform) => allowed?.includes(platform))
}

function platformWords(t: Translate, format: Formats, allowed: readonly Platform[]): string | undefined {
  if (allowed.length === 0) return undefined
  return t('auth.keyFor', { places: allowed.map((platform) => t(`platform.${platform}`)).join(format.comma) })
}
