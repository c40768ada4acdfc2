import { getFacets } from '@koedana/contract/facets.ts'
import { type WorkCard as Card, listWorks } from '@koedana/contract/works.ts'
import { IconDice5, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../domain/api.ts'
import { useHomeWords } from '../../../domain/home-words.ts'
import { useT } from '../../../lib/i18n.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { useSettings } from '../../../lib/settings.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { newSeed } from '../random-seed.ts'
import { usePlayWork } from '../use-play-work.ts'
import { WorkCard } from '../work-card.tsx'

const moods = 12
const minutes = [15, 30, 60] as const
/** `undefined` is any length, `over` an hour or more. */
type Length = (typeof minutes)[number] | 'over' | undefined

/** Picks a random work of the library by length and mood. Load lazily. */
export function RandomPick({ onClose }: { readonly onClose: () => void }) {
  useHomeWords()
  const t = useT()
  const [length, setLength] = useState<Length>()
  const [mood, setMood] = useState<string>()
  const [picked, setPicked] = useState<Card | null>()
  const locale = useSettings((settings) => settings.locale)
  const { data } = useQuery({
    queryKey: ['facets', 'moods', locale],
    queryFn: ({ signal }) =>
      call(getFacets, { query: { inLibrary: true, facets: ['genres'], top: moods } }, signal),
  })
  const pick = () => void pickOne(length, mood).then(setPicked, () => undefined)
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('home.randomTitle')}
      footer={
        <button type="button" className="btn-primary h-11 flex-1" onClick={pick}>
          <IconDice5 size={18} aria-hidden />
          {t(picked ? 'home.randomAnother' : 'home.randomPick')}
        </button>
      }
    >
      <fieldset>
        <legend className="mb-2 text-[13px] font-medium">{t('home.randomLength')}</legend>
        <div className="flex flex-wrap gap-1.5">
          {([undefined, ...minutes, 'over'] as const).map((one) => (
            <ToggleChip key={String(one)} pressed={length === one} onToggle={() => setLength(one)}>
              {one === undefined
                ? t('home.randomAny')
                : one === 'over'
                  ? t('home.randomLong')
                  : t('home.shorter', { count: one })}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-4">
        <legend className="mb-2 text-[13px] font-medium">{t('home.randomMood')}</legend>
        <div className="flex min-h-9 flex-wrap gap-1.5">
          {data?.genres?.items.map(({ id, name }) => (
            <ToggleChip key={id} pressed={mood === id} onToggle={() => setMood(mood === id ? undefined : id)}>
              {name}
            </ToggleChip>
          ))}
        </div>
      </fieldset>
      <div className="mt-5" aria-live="polite">
        {picked && <Picked work={picked} onPlay={onClose} />}
        {picked === null && <p className="text-mut">{t('home.randomNone')}</p>}
      </div>
    </Sheet>
  )
}

function Picked({ work, onPlay }: { readonly work: Card; readonly onPlay: () => void }) {
  const t = useT()
  const { isStarting, play } = usePlayWork(work)
  const playAndClose = async () => {
    if (await play()) onPlay()
  }
  return (
    <div className="mx-auto w-64 max-w-full">
      <WorkCard work={work} eager />
      <p className="mt-1 line-clamp-2 text-[12.5px] text-mut" lang={nameLanguage(work.genres[0]?.name)}>
        {work.genres.map(({ name }) => name).join(' · ')}
      </p>
      <button
        type="button"
        className="btn-primary mt-3 h-10 w-full pointer-coarse:h-11"
        aria-busy={isStarting}
        onClick={() => void playAndClose()}
      >
        <IconPlayerPlayFilled size={16} aria-hidden />
        {t('work.play')}
      </button>
    </div>
  )
}

/** Returns null if no work matches. */
async function pickOne(length: Length, mood: string | undefined): Promise<Card | null> {
  const bound = length === 'over' ? { minDuration: 3_600 } : length && { maxDuration: length * 60 }
  const { items } = await call(listWorks, {
    query: {
      ...{ inLibrary: true, sort: 'random', seed: newSeed(), pageSize: 1 },
      ...bound,
      ...(mood !== undefined && { genres: [mood] }),
    },
  })
  return items[0] ?? null
}
