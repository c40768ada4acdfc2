import type { Entity } from '@koedana/contract/entities.ts'
import { detailNumbers, type NumberField } from '@koedana/contract/field-lists.ts'
import { type EntityKind, Language } from '@koedana/contract/values.ts'
import { type NumberKind, workFields } from '@koedana/contract/work-fields.ts'
import type { Work } from '@koedana/contract/works.ts'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import * as v from 'valibot'
import { useFormat, useT } from '../../lib/i18n.ts'
import { menuFor } from '../../lib/menu-subject.ts'
import { editionLanguage, entityLanguage, nameLanguage } from '../../lib/name-language.rules.ts'
import { useLanguageName } from './filters/language-names.ts'

const SeriesOwned = lazy(() => import('./owned.tsx').then(({ SeriesOwned }) => ({ default: SeriesOwned })))

export interface WorkDetailsProps {
  readonly work: Work
  /** Uses the full width, with fields in columns. */
  readonly isWide?: boolean
}

/** Shows all known fields; unknown ones are omitted. */
export function WorkDetails({ work, isWide = false }: WorkDetailsProps) {
  const t = useT()
  const format = useFormat()
  const nameOf = useLanguageName()
  const links = (kind: 'artists' | 'illustrators') =>
    work[kind].length > 0 &&
    separated(
      work[kind].map((entity) => <EntityLink key={entity.id} kind={kind} entity={entity} />),
      format.comma,
    )
  const texts: Readonly<Record<NumberKind, (value: number) => string>> = {
    yen: format.price,
    count: format.number,
    rating: format.rating,
    seconds: format.duration,
  }
  const numberRow = (field: NumberField) => {
    const value = work[field]
    return [t(`work.${field}`), value !== null && texts[workFields[field].kind](value)] as const
  }
  const price = work.price !== null && (
    <>
      {format.price(work.price)}
      {work.listPrice !== null && work.listPrice > work.price && (
        <s className="ml-2 text-mut">{format.price(work.listPrice)}</s>
      )}
    </>
  )
  const spoken = work.languages.map((code) => (v.is(Language, code) ? nameOf(code) : code))
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('filter.makers'), work.maker && <EntityLink kind="makers" entity={work.maker} />],
    [
      t('filter.series'),
      work.series && (
        <>
          <EntityLink kind="series" entity={work.series} />
          <Suspense fallback={<span className="block h-5" />}>
            <SeriesOwned id={work.series.id} />
          </Suspense>
        </>
      ),
    ],
    [t('filter.artists'), links('artists')],
    [t('filter.illustrators'), links('illustrators')],
    [t('work.writers'), work.writers.join(format.comma)],
    [t('work.musicians'), work.musicians.join(format.comma)],
    [t('filter.age'), t(`age.${work.ageCategory}`)],
    [t('work.price'), price],
    numberRow('sales'),
    ...detailNumbers.map(numberRow),
    [t('filter.languages'), spoken.join(format.comma)],
    [t('work.released'), work.releaseDate && format.date(work.releaseDate)],
    [t('work.addedAt'), work.addedAt && format.date(work.addedAt)],
    [
      t('work.originalName'),
      work.name !== work.title && <span lang={nameLanguage(work.name)}>{work.name}</span>,
    ],
    [t('work.editions'), work.editions.length > 0 && <Editions work={work} />],
  ]
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="mb-3 text-lg font-semibold tracking-tight">
        {t('work.details')}
      </h2>
      <dl
        className={clsx(
          'grid grid-cols-[minmax(72px,auto)_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-sm',
          isWide && 'md:grid-cols-2 md:gap-x-10 xl:grid-cols-3',
        )}
      >
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className={clsx(isWide ? 'max-md:contents md:flex md:gap-4' : 'contents')}>
                <dt className={clsx('text-mut', isWide && 'md:w-28 md:shrink-0')}>{label}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}

function Editions({ work }: { readonly work: Work }) {
  return (
    <ul className="flex flex-col gap-1">
      {work.editions.map((edition) => (
        <li key={edition.id} lang={editionLanguage(edition.title, edition.languages)}>
          {edition.id === work.id ? (
            <span className="text-mut">{edition.title}</span>
          ) : (
            <Link
              ref={menuFor({ kind: 'titles', work: edition })}
              to="/work/$workId"
              params={{ workId: edition.id }}
              className="hover:text-acc hover:underline"
            >
              {edition.title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function separated(items: readonly ReactNode[], comma: string): ReactNode {
  return items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items have their own keys, this only adds separators
    <Fragment key={at}>
      {at > 0 && <span className="text-mut">{comma}</span>}
      {item}
    </Fragment>
  ))
}

export interface EntityLinkProps {
  readonly kind: EntityKind
  readonly entity: Entity
  readonly isChip?: boolean
}

/** Links to all works of a maker, series, artist, illustrator or genre. */
export function EntityLink({ kind, entity, isChip = false }: EntityLinkProps) {
  return (
    <Link
      ref={menuFor({ kind, entity })}
      to="/works"
      search={{ [kind]: [entity.id] }}
      lang={entityLanguage(kind, entity.name)}
      className={
        isChip ? 'chip hover:border-acc' : 'text-fg underline-offset-4 hover:text-acc hover:underline'
      }
    >
      {entity.name}
    </Link>
  )
}
