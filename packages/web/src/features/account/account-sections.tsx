import { type AccountSession, endOtherSessions, endSession, listSessions } from '@koedana/contract/account.ts'
import { logout } from '@koedana/contract/auth.ts'
import type { User } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '../../domain/api.ts'
import { signOut, useUser } from '../../domain/session.ts'
import { useFormat, useMoreWords, useT } from '../../lib/i18n.ts'
import { useAwaitedQuery } from '../../lib/use-awaited-query.ts'
import { CheckRow } from '../../ui/choices.tsx'
import { ConfirmDialog } from '../../ui/confirm.tsx'
import { ErrorState, Skeleton } from '../../ui/page.tsx'

const sessionsQuery = () =>
  queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => call(listSessions, {}, signal) })

/** The sessions of the account on all devices. Needs a `Suspense` around it. */
export function SessionList() {
  const t = useT()
  const { data, error, refetch } = useAwaitedQuery(sessionsQuery())
  const client = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const after = (ended: Promise<unknown>) =>
    void ended.catch(() => undefined).then(() => client.invalidateQueries(sessionsQuery()))
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full divide-y divide-line rounded-card border border-line bg-surface">
        {data.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => after(call(endSession, { params: { id: session.id } }))}
          />
        ))}
      </ul>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => setEnding(true)}>
        {t('account.endOthers')}
      </button>
      <Suspense>{isEnding && <EndOthersDialog onEnded={after} onClose={() => setEnding(false)} />}</Suspense>
    </div>
  )
}

interface EndOthersProps {
  readonly onEnded: (ended: Promise<unknown>) => void
  readonly onClose: () => void
}

/** App passwords, API tokens and share links outlast sessions, so the dialog offers to end them too. Needs a `Suspense` around it. */
function EndOthersDialog({ onEnded, onClose }: EndOthersProps) {
  const t = useT()
  const client = useQueryClient()
  const [appPasswords, setAppPasswords] = useState(false)
  const [apiTokens, setApiTokens] = useState(false)
  const [shares, setShares] = useState(false)
  const end = () => {
    const ended = call(endOtherSessions, { query: { appPasswords, apiTokens, shares } })
    onEnded(
      ended.then(() =>
        Promise.all(
          ['app-passwords', 'api-tokens', 'shares'].map((key) =>
            client.invalidateQueries({ queryKey: [key] }),
          ),
        ),
      ),
    )
  }
  return (
    <ConfirmDialog
      title={t('account.endOthersTitle')}
      act={t('account.endOthers')}
      onAct={end}
      onClose={onClose}
      choices={
        <>
          <CheckRow
            label={t('account.endAppPasswords')}
            help={t('account.endAppPasswordsHelp')}
            checked={appPasswords}
            onChange={({ target }) => setAppPasswords(target.checked)}
          />
          <CheckRow
            label={t('account.endApiTokens')}
            help={t('account.endApiTokensHelp')}
            checked={apiTokens}
            onChange={({ target }) => setApiTokens(target.checked)}
          />
          <CheckRow
            label={t('account.endShares')}
            help={t('account.endSharesHelp')}
            checked={shares}
            onChange={({ target }) => setShares(target.checked)}
          />
        </>
      }
    >
      {t('account.endOthersHelp')}
    </ConfirmDialog>
  )
}

interface SessionRowProps {
  readonly session: AccountSession
  readonly onEnd: () => void
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const t = useT()
  const format = useFormat()
  const device = session.device || t('account.unknownDevice')
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <IconDeviceDesktop size={20} className="shrink-0 text-mut" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="truncate font-medium">{device}</p>
        <p className="text-[12.5px] text-mut text-pretty">
          {session.address} · {t('account.lastUsed', { at: format.instant(session.lastUsedAt) })}
        </p>
      </div>
      {session.isCurrent ? (
        <span className="chip shrink-0" aria-current>
          {t('account.thisDevice')}
        </span>
      ) : (
        <button
          type="button"
          className="btn shrink-0 pointer-coarse:h-11"
          aria-label={t('account.endSessionOn', { device })}
          onClick={onEnd}
        >
          {t('account.endSession')}
        </button>
      )}
    </li>
  )
}

export function AccountInfo({ user }: { readonly user: User }) {
  const t = useT()
  const format = useFormat()
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-card border border-line bg-surface p-5 text-sm sm:grid-cols-2">
      <Fact name={t('account.username')}>{user.username}</Fact>
      <Fact name={t('account.role')}>{t(`role.${user.role}`)}</Fact>
      <Fact name={t('account.ageRestriction')}>{t(`age.${user.ageRestriction}`)}</Fact>
      <Fact name={t('account.createdAt')}>{format.instant(user.createdAt)}</Fact>
      {user.lastLoginAt && <Fact name={t('account.lastLoginAt')}>{format.instant(user.lastLoginAt)}</Fact>}
      {user.lastLoginIp && <Fact name={t('account.lastLoginIp')}>{user.lastLoginIp}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[12.5px] text-mut">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere font-medium">{children}</dd>
    </div>
  )
}

export function LogOutButton() {
  const t = useT()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <button type="button" className="btn pointer-coarse:h-11" onClick={() => setConfirming(true)}>
        {t('auth.logout')}
      </button>
      <Suspense>{isConfirming && <LogOutDialog onClose={() => setConfirming(false)} />}</Suspense>
    </>
  )
}

/** Asks for confirmation; guests learn what they would lose. Needs a `Suspense` around it. */
export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  useMoreWords()
  const t = useT()
  const isGuest = useUser()?.role === roleOf.guest
  return (
    <ConfirmDialog
      title={t('auth.logoutTitle')}
      act={t('auth.logout')}
      onAct={() => void logOut()}
      onClose={onClose}
    >
      {isGuest ? t('auth.logoutGuest') : t('auth.logoutHelp')}
    </ConfirmDialog>
  )
}

/** Ends the session. Without a connection it ends only on this device; on the server it ends when it expires. */
export async function logOut(): Promise<void> {
  const ended = call(logout, {}).catch(() => undefined)
  signOut()
  await ended
}
