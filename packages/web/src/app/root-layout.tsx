import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../domain/session.ts'
import { SearchBox } from '../features/works/search/search-box.tsx'
import { useT } from '../lib/i18n.ts'
import { subPath } from '../lib/sub-path.ts'
import { productName } from '../ui/page.tsx'
import {
  entityItems,
  homeItem,
  libraryItem,
  type NavItem,
  NavLink,
  rankingsItem,
  settingsItem,
  worksItem,
} from './nav-link.tsx'

const loadDeferredNav = () => import('./deferred-nav.tsx')
const HeaderLinks = lazy(() => loadDeferredNav().then(({ HeaderLinks }) => ({ default: HeaderLinks })))
const KeptFilter = lazy(() =>
  loadDeferredNav().then(({ DefaultFilterSync }) => ({ default: DefaultFilterSync })),
)
const OwnNav = lazy(() => loadDeferredNav().then(({ OwnNav }) => ({ default: OwnNav })))
const MoreNav = lazy(() => loadDeferredNav().then(({ MoreNav }) => ({ default: MoreNav })))

/**
 * The frame around every page except the dashboard. Works links to the list from the first render; if it is clicked before its default
 * filter is known, the filter is applied afterwards.
 */
export function RootLayout() {
  const t = useT()
  const user = useUser()
  const [works, setWorks] = useState<NavItem>(worksItem)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-70 rounded-full bg-acc px-4 py-2 text-accfg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('common.skip')}
      </a>
      <SideBar works={works} />
      <div className="pl-(--side)">
        <header className="sticky top-0 z-20 bg-bg/80 backdrop-blur-xl md:bg-transparent md:bg-linear-to-b md:from-bg md:from-30% md:to-transparent md:backdrop-blur-none">
          <div className="canvas flex h-14 items-center gap-2 md:h-16">
            <Link to="/" className="-ml-2 grid size-11 shrink-0 place-items-center md:hidden">
              <Mark alt={productName} />
            </Link>
            <SearchBox />
            <div className={`-mr-2 ml-auto flex ${user ? 'min-w-22' : 'min-w-33'}`}>
              <Suspense>
                <HeaderLinks />
              </Suspense>
            </div>
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="canvas pt-1 pb-[calc(var(--tabs)+var(--player)+40px)] outline-none md:pt-5"
        >
          <Outlet />
        </main>
      </div>
      <TabBar works={works} />
      <Suspense>
        <KeptFilter onChange={setWorks} />
      </Suspense>
    </>
  )
}

interface NavigationProps {
  readonly works: NavItem
}

function SideBar({ works }: NavigationProps) {
  const t = useT()
  const user = useUser()
  return (
    <div className="fixed inset-y-0 left-0 hidden w-(--side) flex-col gap-6 overflow-y-auto px-3.5 py-5 md:flex">
      <nav aria-label={t('nav.browse')} className="flex flex-col gap-0.5">
        <Link to="/" className="mb-6 block rounded-xl px-3 py-1">
          <Wordmark />
        </Link>
        <NavLink item={homeItem} form="side" />
        <NavLink item={works} form="side" />
        <NavLink item={rankingsItem} form="side" />
        <NavLink item={libraryItem} form="side" />
        {user && (
          <Suspense fallback={<div className="h-41.5 pointer-coarse:h-45.5" />}>
            <OwnNav />
          </Suspense>
        )}
        {entityItems.map((item) => (
          <NavLink key={item.key} item={item} form="side" />
        ))}
      </nav>
      <nav aria-label={t('nav.more')} className="mt-auto flex flex-col gap-0.5 pb-[var(--player)]">
        <Suspense>
          <MoreNav />
        </Suspense>
      </nav>
    </div>
  )
}

function TabBar({ works }: NavigationProps) {
  const t = useT()
  return (
    <nav
      aria-label={t('nav.main')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg md:hidden"
    >
      <NavLink item={homeItem} form="tab" />
      <NavLink item={works} form="tab" />
      <NavLink item={libraryItem} form="tab" />
      <NavLink item={settingsItem} form="tab" />
    </nav>
  )
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2.5 text-[17px] font-bold tracking-tight">
      <Mark alt={productName} />
      <span className="side-name" aria-hidden>
        {productName}
      </span>
    </span>
  )
}

function Mark({ alt }: { readonly alt: string }) {
  return <img src={`${subPath}/icon.svg`} alt={alt} width={28} height={28} />
}
