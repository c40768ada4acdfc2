import { Suspense } from 'react'
import { isLoggedIn, useUser } from '../domain/session.ts'
import { HomeSkeleton } from '../features/home/home-section.tsx'
import { useT } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useDocumentTitle } from '../ui/page.tsx'

const VisitorHome = lazyPart(() => import('./home-visitor.tsx').then(({ VisitorHome }) => VisitorHome))
const MemberHome = lazyPart(() => import('./home-member.tsx').then(({ MemberHome }) => MemberHome))

/** Preloads the home page for visits from other pages. */
export const loadHome = () => (isLoggedIn() ? MemberHome : VisitorHome).load()

/** The sections load while the server responds and are shown together, to avoid layout shifts. */
export function HomePage() {
  const t = useT()
  const user = useUser()
  useDocumentTitle(t('nav.home'))
  return (
    <Suspense fallback={<HomeSkeleton isOwn={user !== undefined} />}>
      {user ? <MemberHome key={user.id} user={user} /> : <VisitorHome />}
    </Suspense>
  )
}
