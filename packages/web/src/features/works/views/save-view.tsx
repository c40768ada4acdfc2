import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useHomeWords } from '../../../domain/home-words.ts'
import { useUser } from '../../../domain/session.ts'
import { markViewSeen, viewsQuery } from '../../../domain/views-query.ts'
import { useT } from '../../../lib/i18n.ts'
import type { WorksSearch } from '../filter-url.rules.ts'
import { viewShownBy } from './view-address.rules.ts'

const dialogs = () => import('./views-dialogs.tsx')
const NameDialog = lazy(() => dialogs().then(({ NameDialog }) => ({ default: NameDialog })))
const ViewsDialog = lazy(() => dialogs().then(({ ViewsDialog }) => ({ default: ViewsDialog })))

const ShareList = lazy(() =>
  import('../share/share-button.tsx').then(({ ShareList }) => ({ default: ShareList })),
)

/** Saves the current filter as a view, or shows the name of the view. Visitors have no views. Load lazily. */
export function SaveView({ search }: { readonly search: WorksSearch }) {
  return useUser() ? <KeepOrEdit search={search} /> : null
}

function KeepOrEdit({ search }: { readonly search: WorksSearch }) {
  useHomeWords()
  const t = useT()
  const [open, setOpen] = useState<'name' | 'views'>()
  const { data } = useQuery(viewsQuery())
  const shown = viewShownBy(search, data?.items ?? [])
  const newIn = shown && shown.newCount > 0 ? shown.id : undefined
  useEffect(() => {
    if (newIn !== undefined) void markViewSeen(newIn)
  }, [newIn])
  const Picture = shown ? IconBookmarkFilled : IconBookmark
  return (
    <>
      <button
        type="button"
        className="btn h-8 max-w-full border-transparent bg-transparent text-acc pointer-coarse:h-11"
        // Rendered disabled while loading, to reserve its space.
        disabled={!data}
        onClick={() => setOpen(shown ? 'views' : 'name')}
      >
        <Picture size={15} className="shrink-0" aria-hidden />
        <span className="truncate">{shown ? shown.name : t('views.save')}</span>
      </button>
      <Suspense>
        <ShareList search={search} name={shown?.name} />
      </Suspense>
      <Suspense>
        {open === 'views' && <ViewsDialog onClose={() => setOpen(undefined)} />}
        {open === 'name' && <NameDialog search={search} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
