import type { User } from '@koedana/contract/session.ts'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/i18n.ts'

/** What the account is, in plain words. */
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
