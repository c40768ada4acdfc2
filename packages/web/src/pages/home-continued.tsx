/** The works that somebody is in the midst of, the latest first. Import it lazily: visitors have none. */
import type { Continued as ContinuedWork } from '@koedana/contract/progress.ts'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useListeningWords } from '../domain/listening-words.ts'
import { continuedQuery } from '../domain/progress-query.ts'
import { HomeSection } from '../features/home/home-section.tsx'
import { playWork } from '../features/works/player-items.ts'
import { WorkRow } from '../features/works/work-row.tsx'
import { useFormat, useT } from '../lib/i18n.ts'

export function Continued() {
  useListeningWords()
  const t = useT()
  const { data } = useQuery(continuedQuery())
  if (!data || data.items.length === 0) return null
  const byWork = new Map(data.items.map((item) => [item.work.id, item]))
  return (
    <HomeSection title={t('home.continue')} more={{ to: '/history' }}>
      <WorkRow
        works={data.items.map(({ work }) => work)}
        label={t('home.continue')}
        eager
        noteOf={({ id }) => {
          const item = byWork.get(id)
          return item && <GoOn item={item} />
        }}
      />
    </HomeSection>
  )
}

function GoOn({ item: { work, left, share } }: { readonly item: ContinuedWork }) {
  const t = useT()
  const format = useFormat()
  const words = left === null ? t('progress.continue') : t('progress.left', { time: format.duration(left) })
  return (
    <button
      type="button"
      className="mt-2 flex min-h-9 w-full items-center gap-2 rounded-full bg-sunken px-3 text-[12.5px] font-medium hover:bg-soft pointer-coarse:min-h-11"
      aria-label={`${t('progress.continue')}: ${work.title}`}
      onClick={() => void playWork(work)}
    >
      <IconPlayerPlayFilled size={13} className="shrink-0 text-acc" aria-hidden />
      <span className="shrink-0">{words}</span>
      {share !== null && (
        <span className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-line" aria-hidden>
          <span className="block h-full origin-left bg-acc" style={{ scale: `${share} 1` }} />
        </span>
      )}
    </button>
  )
}
