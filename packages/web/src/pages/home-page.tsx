import { lazy, Suspense } from 'react'
import { useUser } from '../domain/session.ts'
import { HomeSkeleton } from '../features/home/home-section.tsx'
import { useT } from '../lib/i18n.ts'
import { useDocumentTitle } from '../ui/page.tsx'

const VisitorHome = lazy(() =>
  import('./home-visitor.tsx').then(({ VisitorHome }) => ({ default: VisitorHome })),
)
const MemberHome = lazy(() => import('./home-member.tsx').then(({ MemberHome }) => ({ default: MemberHome })))

/** What stands on it comes while the server answers, and is drawn in one piece: nothing moves. */
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
