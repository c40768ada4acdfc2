import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SearchBox } from '../features/works/search/search-box.tsx'
import { productName } from '../lib/document-title.ts'
import { useT } from '../lib/i18n.ts'
import { SideBar } from './side-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import { Mark } from './wordmark.tsx'

const HeaderLinks = lazy(() =>
  import('./late-places.tsx').then(({ HeaderLinks }) => ({ default: HeaderLinks })),
)

/** What stands around every page but the dashboard. */
export function RootLayout() {
  const t = useT()
  return (
    <>
      <a
        href="#main"
        className="sr-only z-70 rounded-full bg-acc px-4 py-2 text-accfg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('common.skip')}
      </a>
      <SideBar />
      <div className="md:pl-60">
        <header className="sticky top-0 z-20 bg-bg/80 backdrop-blur-xl md:bg-transparent md:bg-linear-to-b md:from-bg md:from-30% md:to-transparent md:backdrop-blur-none">
          <div className="canvas flex h-14 items-center gap-2 md:h-16">
            <Link to="/" className="-ml-2 grid size-11 shrink-0 place-items-center md:hidden">
              <Mark alt={productName} />
            </Link>
            <SearchBox />
            <div className="-mr-2 ml-auto flex min-w-22 md:min-w-11">
              <Suspense>
                <HeaderLinks />
              </Suspense>
            </div>
          </div>
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="canvas pt-4 pb-[calc(var(--tabs)+var(--player)+40px)] outline-none md:pt-5"
        >
          <Outlet />
        </main>
      </div>
      <TabBar />
    </>
  )
}
