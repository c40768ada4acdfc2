/** Chooses by hand which subtitle files belong to a track. Import it lazily: only administrators open it. */
import type { LyricsCandidate, LyricsChoice } from '@koedana/contract/lyrics.ts'
import { useQuery } from '@tanstack/react-query'
import { type ChoosingLyrics, endChoosingLyrics } from '../../../domain/choosing-lyrics.ts'
import { useT } from '../../../lib/i18n.ts'
import { languageTagName } from '../../../lib/language-tag-name.ts'
import { nameLanguage } from '../../../lib/name-language.rules.ts'
import { CheckRow } from '../../../ui/choices.tsx'
import { ErrorState, Skeleton } from '../../../ui/page.tsx'
import { PanelDialog } from '../../../ui/panel-dialog.tsx'
import { useEditingWords } from '../edit/editing-words.ts'
import { candidatesQuery, changeLyrics } from './candidates-query.ts'

export function ChooseLyricsDialog({ choosing }: { readonly choosing: ChoosingLyrics }) {
  useEditingWords()
  const t = useT()
  return (
    <PanelDialog title={t('lyrics.chooseTitle')} help={choosing.title} onClose={endChoosingLyrics}>
      <Candidates {...choosing} />
    </PanelDialog>
  )
}

function Candidates({ workId, trackId }: ChoosingLyrics) {
  const t = useT()
  const { data: candidates, error, refetch } = useQuery(candidatesQuery(trackId))
  if (error && !candidates) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!candidates) return <Skeleton className="h-24" />
  if (candidates.length === 0) return <p className="text-sm text-mut">{t('lyrics.noFiles')}</p>
  return (
    <>
      <p className="text-[13px] text-mut">{t('lyrics.chooseHelp')}</p>
      <ul className="-mx-2 min-h-0 divide-y divide-line overflow-y-auto px-2">
        {candidates.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            onChoose={(choice) => void changeLyrics({ workId, trackId, lyricsId: candidate.id, choice })}
          />
        ))}
      </ul>
    </>
  )
}

interface CandidateRowProps {
  readonly candidate: LyricsCandidate
  readonly onChoose: (choice: LyricsChoice) => void
}

function CandidateRow({ candidate, onChoose }: CandidateRowProps) {
  const t = useT()
  const { name, belongs, choice } = candidate
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere" lang={nameLanguage(name)}>
        <CheckRow
          label={name}
          checked={belongs}
          aria-label={name}
          help={<Facts candidate={candidate} />}
          onChange={() => onChoose(belongs ? 'refused' : 'chosen')}
        />
      </div>
      {choice !== 'automatic' && (
        <p className="ml-7.5 flex items-center gap-2 text-[12.5px] text-mut">
          {t(choice === 'chosen' ? 'lyrics.chosen' : 'lyrics.removed')}
          <button
            type="button"
            className="min-h-9 rounded-full px-1.5 text-acc hover:underline pointer-coarse:min-h-11"
            aria-label={t('lyrics.automaticFor', { name })}
            onClick={() => onChoose('automatic')}
          >
            {t('lyrics.automatic')}
          </button>
        </p>
      )}
    </li>
  )
}

/** Shows what distinguishes the files. */
function Facts({ candidate }: Pick<CandidateRowProps, 'candidate'>) {
  const t = useT()
  const { lang, kind, source, synced, lines, score } = candidate
  const facts = [
    languageTagName(lang),
    kind !== 'main' && t(`lyrics.kind.${kind}`),
    source === 'embedded' ? t('lyrics.embedded') : source.toUpperCase(),
    t('lyrics.lines', { count: lines }),
    !synced && t('lyrics.noTimes'),
    score > 0 && t('lyrics.match', { share: score }),
  ]
  return <span lang="">{facts.filter(Boolean).join(' · ')}</span>
}
