import { getAccount } from '@koedana/contract/account.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconBell, IconHeart, IconHistory, IconPlaylist, IconShield } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { call } from '../domain/api.ts'
import { useListeningWords } from '../domain/listening-words.ts'
import { useUser } from '../domain/session.ts'
import { AccountInfo, LogOutButton, SessionList } from '../features/account/account-sections.tsx'
import { useT } from '../lib/i18n.ts'
import { Skeleton, useDocumentTitle } from '../ui/page.tsx'

const identities = () => import('../features/account/identities.tsx')
const IdentitiesSection = lazy(() =>
  identities().then(({ IdentitiesSection }) => ({ default: IdentitiesSection })),
)
const PasswordSection = lazy(() => identities().then(({ PasswordSection }) => ({ default: PasswordSection })))

const OwnDataSection = lazy(() =>
  import('../features/account/own-data.tsx').then(({ OwnDataSection }) => ({ default: OwnDataSection })),
)

const AppPasswordsSection = lazy(() =>
  import('../features/account/app-passwords.tsx').then(({ AppPasswordsSection }) => ({
    default: AppPasswordsSection,
  })),
)

const ApiTokensSection = lazy(() =>
  import('../features/account/api-tokens.tsx').then(({ ApiTokensSection }) => ({
    default: ApiTokensSection,
  })),
)

const PasskeysSection = lazy(() =>
  import('../features/account/passkeys-section.tsx').then(({ PasskeysSection }) => ({
    default: PasskeysSection,
  })),
)

const SharesSection = lazy(() =>
  import('../features/account/shares-section.tsx').then(({ SharesSection }) => ({ default: SharesSection })),
)

export function AccountPage() {
  const t = useT()
  const known = useUser()
  const { data: user = known } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call(getAccount, {}, signal),
  })
  useDocumentTitle(t('account.title'))
  // After a logout the account is still cached, but its sections would send requests that are rejected and lead to the login.
  if (!known || !user) return null
  const isGuest = user.role === roleOf.guest
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="page-title">{t('account.title')}</h1>
        <LogOutButton />
      </header>
      {isGuest && (
        <p className="rounded-card bg-soft p-5 text-sm">
          {t('account.guestHelp')}{' '}
          <Link to="/auth/register" className="font-medium text-acc underline underline-offset-4">
            {t('auth.register')}
          </Link>
        </p>
      )}
      <nav aria-label={t('nav.more')} className="flex flex-wrap gap-2 md:hidden">
        <Link to="/favorites" className="btn h-11">
          <IconHeart size={17} aria-hidden />
          {t('nav.favorites')}
        </Link>
        <Suspense fallback={<SectionSkeletons />}>
          <ListeningLinks />
        </Suspense>
        <Link to="/follows" className="btn h-11">
          <IconBell size={17} aria-hidden />
          {t('nav.follows')}
        </Link>
        {user.role === roleOf.admin && (
          <Link to="/admin/tasks" className="btn h-11">
            <IconShield size={17} aria-hidden />
            {t('nav.admin')}
          </Link>
        )}
      </nav>
      <AccountInfo user={user} />
      {/* In one `Suspense` with their lists, to avoid layout shifts by sections that load separately. */}
      <Suspense fallback={<Skeleton className="h-96" />}>
        {!isGuest && (
          <>
            <Section title={t('account.sessions')} help={t('account.sessionsHelp')}>
              <SessionList />
            </Section>
            <PasskeysSection />
            <AppPasswordsSection />
            <ApiTokensSection />
            <SharesSection />
            <IdentitiesSection />
          </>
        )}
        <OwnDataSection />
        {!isGuest && <PasswordSection />}
      </Suspense>
    </div>
  )
}

/** Reserves the space of the links in any language, to avoid a layout shift. */
function SectionSkeletons() {
  return (
    <>
      <Skeleton className="h-11 w-28 rounded-full!" />
      <Skeleton className="h-11 w-28 rounded-full!" />
    </>
  )
}

/** Phones have no other link to these pages. */
function ListeningLinks() {
  useListeningWords()
  const t = useT()
  return (
    <>
      <Link to="/lists" className="btn h-11">
        <IconPlaylist size={17} aria-hidden />
        {t('nav.playlists')}
      </Link>
      <Link to="/history" className="btn h-11">
        <IconHistory size={17} aria-hidden />
        {t('nav.history')}
      </Link>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

function Section({ title, help, children }: SectionProps) {
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{title}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{help}</p>
      </div>
      {children}
    </section>
  )
}
