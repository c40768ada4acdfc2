import type { IncompleteSet } from '@koedana/contract/home-page.ts'
import { Link } from '@tanstack/react-router'
import { useT } from '../../../lib/i18n.ts'
import { menuFor } from '../../../lib/menu-subject.ts'
import { entityLanguage } from '../../../lib/name-language.rules.ts'
import { Cover } from '../cover.tsx'

/** Series and circles with few missing works, which are dimmed. */
export const SetTiles = ({ sets }: { readonly sets: readonly IncompleteSet[] }) => (
  <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
    {sets.map((set) => (
      <SetTile key={`${set.kind} ${set.id}`} set={set} />
    ))}
  </ul>
)

function SetTile({ set: { kind, id, name, ownedCount, workCount, items } }: { readonly set: IncompleteSet }) {
  const t = useT()
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface p-4">
      <p className="text-[12.5px] font-medium text-acc">{t(`kind.${kind}`)}</p>
      <h3 className="truncate font-semibold" lang={entityLanguage(kind, name)}>
        <Link to="/works" search={{ [kind]: [id] }} title={name} className="hover:text-acc">
          {name}
        </Link>
      </h3>
      <div className="mt-1 flex items-center gap-3">
        <span className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <span
            className="block h-full origin-left bg-acc"
            style={{ scale: `${ownedCount / workCount} 1` }}
          />
        </span>
        <span className="text-[12.5px] text-mut">
          {t('home.ownedOf', { owned: ownedCount, total: workCount })}
        </span>
      </div>
      <ul className="mt-3 grid grid-cols-3 gap-2">
        {items.map((work) => (
          <li
            key={work.id}
            ref={menuFor({ kind: 'works', work })}
            className="relative"
            title={work.inLibrary ? work.title : `${work.title} · ${t('home.missing')}`}
          >
            <div className={work.inLibrary ? undefined : 'opacity-50'}>
              <Cover work={work} sizes="130px" bare />
            </div>
            <Link to="/work/$workId" params={{ workId: work.id }} className="stretched-link">
              <span className="sr-only" lang={work.titleLanguage}>
                {work.title}
              </span>
              {!work.inLibrary && <span className="sr-only"> · {t('home.missing')}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Link
        to="/works"
        search={{ [kind]: [id], inLibrary: false, sort: 'releaseDateAsc' }}
        className="mt-3 inline-flex min-h-9 items-center text-[13px] font-medium text-acc hover:underline pointer-coarse:min-h-11"
      >
        {t('home.seeMissing')}
      </Link>
    </li>
  )
}
