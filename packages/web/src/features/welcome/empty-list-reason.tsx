import { IconBooks, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { aboutQuery, setupQuery } from '../../domain/about-query.ts'
import { useContentSettings } from '../../domain/content-settings.ts'
import { useIsAdmin, useUser } from '../../domain/session.ts'
import { useAdminWords } from '../../lib/admin-words.ts'
import { useMoreWords, useT } from '../../lib/i18n.ts'
import { EmptyState, type EmptyStateProps } from '../../ui/page.tsx'
import { emptyReasonOf, type ViewerSituation } from './empty-reason.rules.ts'
import { SetupPrompt } from './setup-prompt.tsx'

export interface NothingHereProps {
  /** A text about how much the viewer's own settings hide; undefined if they hide nothing. */
  readonly hidden: string | undefined
  /** `h1` if it is the whole page. */
  readonly heading?: 'h1' | 'h2'
  /** Given if an administrator should see how to fill the library; not for lists that may be empty in a full library. */
  readonly demo?: ReactNode
}

/** Replaces a list that is empty without any filter: shows the reason and what to do. Load lazily: it is rarely needed. */
export function EmptyListReason({ hidden, heading = 'h2', demo }: NothingHereProps) {
  useMoreWords()
  const t = useT()
  const situation = useSituation(hidden !== undefined)
  const { href } = useLocation()
  if (!situation) return null
  const nothing = emptyReasonOf(situation)
  if (nothing === 'contradiction' || nothing === 'settings') {
    return (
      <EmptyState title={t('empty.settings')} icon={<IconEyeOff size={26} aria-hidden />} heading={heading}>
        <p>{nothing === 'contradiction' ? t('content.nothingLeft') : hidden}</p>
        <Link to="/settings" hash="content" className="btn-primary">
          {t('content.title')}
        </Link>
      </EmptyState>
    )
  }
  if (nothing === 'setup') return href === '/' ? <FirstStep /> : <SetupPrompt heading={heading} />
  if (nothing === 'shelf' && demo) return <EmptyLibrary heading={heading} demo={demo} />
  return (
    <EmptyState title={t('empty.title')} icon={<IconBooks size={28} aria-hidden />} heading={heading}>
      {nothing === 'login' && (
        <>
          <p>{t('empty.login')}</p>
          <Link to="/auth/login" search={{ redirect: href }} className="btn-primary">
            {t('nav.login')}
          </Link>
        </>
      )}
      {nothing === 'account' && <AccountWay />}
      {nothing === 'nothing' && <p>{t('empty.later')}</p>}
    </EmptyState>
  )
}

/** Opens the setup for a user on the server's own machine; others see how to start it. */
function FirstStep() {
  const { data } = useQuery(setupQuery())
  return data?.needsCode ? <SetupPrompt heading="h1" /> : <Navigate to="/setup" replace />
}

function AccountWay() {
  const t = useT()
  const { data: about } = useQuery(aboutQuery())
  return (
    <>
      <p>{t('empty.account')}</p>
      {about && about.registration !== 'closed' && (
        <Link to="/auth/register" className="btn-primary">
          {t('auth.register')}
        </Link>
      )}
    </>
  )
}

export interface EmptyLibraryProps extends Required<Pick<EmptyStateProps, 'heading'>> {
  /** A button for users without works of their own. */
  readonly demo: ReactNode
}

/** The empty library as administrators see it, and how to fill it. */
function EmptyLibrary({ heading, demo }: EmptyLibraryProps) {
  useAdminWords()
  const t = useT()
  return (
    <EmptyState title={t('home.emptyTitle')} icon={<IconBooks size={28} aria-hidden />} heading={heading}>
      <p>{t('home.emptyBody')}</p>
      <Link to="/admin/storages" className="btn-primary h-11">
        {t('home.emptyFolder')}
      </Link>
      {demo}
      <p className="pt-3 text-[13px]">
        {t('home.emptyImport')}
        <code className="mt-1.5 block overflow-x-auto rounded-lg bg-sunken px-3 py-2 text-fg select-all">
          koedana import FILE
        </code>
      </p>
    </EmptyState>
  )
}

/** Returns undefined until the server has responded, to avoid showing the wrong text first. */
function useSituation(isHidden: boolean): ViewerSituation | undefined {
  const user = useUser()
  const isAdmin = useIsAdmin()
  const settings = useContentSettings()
  const { data: about } = useQuery(aboutQuery())
  const { data: setup } = useQuery({ ...setupQuery(), enabled: !isAdmin })
  if (!settings || !about || (!setup && !isAdmin)) return undefined
  const { policy, ageFilterMode } = settings
  return {
    isHidden,
    policy,
    ageFilterMode,
    role: user?.role,
    needsSetup: setup?.isNeeded === true && !isAdmin,
    visitorCeiling: about.visitorCeiling,
  }
}
