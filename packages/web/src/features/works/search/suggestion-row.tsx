import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../../lib/format.ts'
import { useT } from '../../../lib/i18n.ts'
import { entityLanguage, nameLanguage } from '../../../lib/name-language.rules.ts'
import { Cover } from '../cover.tsx'
import { emphasise } from './emphasis.rules.ts'
import type { Suggestion } from './suggestion-list.rules.ts'

export interface SuggestionRowProps {
  readonly id: string
  readonly suggestion: Suggestion
  readonly query: string
  /** The arrow keys stand on it. */
  readonly isCurrent: boolean
  readonly onChoose: () => void
}

/** A real link, so that it opens in a new tab as any other; the focus stays in the box. */
export function SuggestionRow({ id, suggestion, query, isCurrent, onChoose }: SuggestionRowProps) {
  const target =
    suggestion.type === 'entity'
      ? ({ to: '/works', search: { [suggestion.entity.kind]: [suggestion.entity.id] } } as const)
      : ({
          to: '/work/$workId',
          params: { workId: suggestion.type === 'jump' ? suggestion.id : suggestion.work.id },
        } as const)
  return (
    <Link
      {...target}
      id={id}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      preload={false}
      className="flex min-h-10 items-center gap-3 rounded-xl px-3 py-1.5 text-[13.5px] hover:bg-sunken aria-selected:bg-soft aria-selected:text-acc pointer-coarse:min-h-11"
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onChoose()
      }}
    >
      <Content suggestion={suggestion} query={query} />
    </Link>
  )
}

function Content({ suggestion, query }: Pick<SuggestionRowProps, 'suggestion' | 'query'>) {
  const t = useT()
  const format = useFormat()
  if (suggestion.type === 'jump') {
    return (
      <>
        <IconArrowRight size={17} aria-hidden />
        {t('search.open', { id: suggestion.id })}
      </>
    )
  }
  if (suggestion.type === 'entity') {
    const { name, workCount, kind } = suggestion.entity
    return (
      <>
        <span className="min-w-0 flex-1 truncate" lang={entityLanguage(kind, name)}>
          <Emphasised text={name} query={query} />
        </span>
        <span className="shrink-0 text-xs text-mut">{format.compact(workCount)}</span>
      </>
    )
  }
  const { work } = suggestion
  return (
    <>
      <span className="w-14 shrink-0 *:rounded-lg">
        <Cover work={work} sizes="56px" bare />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate" lang={work.titleLanguage}>
          <Emphasised text={work.title} query={query} />
        </span>
        <span className="block truncate text-xs text-mut" lang={nameLanguage(work.maker?.name)}>
          {work.maker && <Emphasised text={work.maker.name} query={query} />}
        </span>
      </span>
    </>
  )
}

function Emphasised({ text, query }: { readonly text: string; readonly query: string }) {
  return emphasise(text, query).map(({ text: part, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, never moved
      <b key={at} className="font-semibold text-acc">
        {part}
      </b>
    ) : (
      part
    ),
  )
}
