/** The home page of somebody who is signed in. Import it lazily: visitors have none. */

import { visitHome } from '@koedana/contract/home-own.ts'
import type { Home, HomeRow } from '@koedana/contract/home-page.ts'
import type { User } from '@koedana/contract/session.ts'
import { roleOf } from '@koedana/contract/values.ts'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call } from '../domain/api.ts'
import { useHomeWords } from '../domain/home-words.ts'
import { keepLastHome, readLastHome } from '../domain/last-home.ts'
import { HomeChips } from '../features/home/home-chips.tsx'
import { homeQuery } from '../features/home/home-query.ts'
import { Greeting } from '../features/home/home-section.tsx'
import { Tonight } from '../features/works/home/tonight.tsx'
import { useT } from '../lib/i18n.ts'
import { HomeNews, HomeProblem } from './home-news.tsx'
import { HomeRowOf, useRowTitle } from './home-rows.tsx'

const sheets = () => import('./home-sheets.ts')
const LayoutSheet = lazy(() => sheets().then(({ LayoutSheet }) => ({ default: LayoutSheet })))
const RandomPick = lazy(() => sheets().then(({ RandomPick }) => ({ default: RandomPick })))
const ViewsDialog = lazy(() => sheets().then(({ ViewsDialog }) => ({ default: ViewsDialog })))

export function MemberHome({ user }: { readonly user: User }) {
  useHomeWords()
  const {
    data: home,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    ...homeQuery(),
    placeholderData: readLastHome,
    staleTime: freshMs,
  })
  const isFresh = home !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isFresh) keepLastHome(home)
  }, [isFresh, home])
  useEffect(() => {
    if (isFresh) noteVisit(user.id)
  }, [isFresh, user.id])
  if (!home?.own || home.workCount === 0)
    return <HomeProblem home={home} error={error} onReload={() => void refetch()} isOwn />
  return <Shown home={home} own={home.own} name={user.role === roleOf.guest ? undefined : user.username} />
}

/** What was heard since then is shown as one comes back. */
const freshMs = 5_000

let notedFor: string | undefined

/** Once a load of the page: what came since then is new the next time. */
function noteVisit(userId: string): void {
  if (notedFor === userId) return
  notedFor = userId
  call(visitHome, {}).catch(() => {
    notedFor = undefined
  })
}

interface ShownProps {
  readonly home: Home
  readonly own: NonNullable<Home['own']>
  readonly name: string | undefined
}

type Open = 'random' | 'views' | 'layout'

function Shown({ home, own, name }: ShownProps) {
  const t = useT()
  const [open, setOpen] = useState<Open>()
  const titleOf = useRowTitle(home)
  const close = () => setOpen(undefined)
  return (
    <>
      <Greeting workCount={home.workCount} libraryCount={home.libraryCount} name={name} />
      <HomeNews home={home} />
      <Tonight items={own.continued} />
      <HomeChips views={own.views} onRandom={() => setOpen('random')} onEdit={() => setOpen('views')} />
      {home.rows.map((row: HomeRow) => (
        <HomeRowOf key={row} row={row} home={home} own={own} title={titleOf(row)} />
      ))}
      <p className="mt-10 flex justify-center">
        <button type="button" className="btn h-10 pointer-coarse:h-11" onClick={() => setOpen('layout')}>
          <IconAdjustmentsHorizontal size={17} aria-hidden />
          {t('home.layout')}
        </button>
      </p>
      <Suspense>
        {open === 'random' && <RandomPick onClose={close} />}
        {open === 'views' && <ViewsDialog onClose={close} />}
        {open === 'layout' && <LayoutSheet layout={own.layout} titleOf={titleOf} onClose={close} />}
      </Suspense>
    </>
  )
}
