import { Suspense } from 'react'
import { isLoggedIn, useUser } from '../domain/session.ts'
import { HomeSkeleton } from '../features/home/home-section.tsx'
import { useT } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useDocumentTitle } from '../ui/page.tsx'

const VisitorHome = lazyPart(() => import('./home-visitor.tsx').then(({ VisitorHome }) => VisitorHome))
const MemberHome = lazyPart(() => import('./home-member.tsx').then(({ MemberHome }) => MemberHome))

/** Ahead of whoever comes from another page. */
export const loadHome = () => (isLoggedIn() ? MemberHome : VisitorHome).load()

/** What stands on it comes while the server responds, and is drawn in one piece: nothing moves. */
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
