import { type MovingNumber, movingNumbers } from '@koedana/contract/field-lists.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { nameLanguage } from '../../../../lib/name-language.rules.ts'
import { useEditor } from '../editor-context.ts'
import { AgeField, AvailabilityField, LanguagesField } from './choice-fields.tsx'
import { CoverField } from './cover-field.tsx'
import { EntityField } from './entity-field.tsx'
import { Line, Lines } from './line-fields.tsx'
import { NamesField } from './names-field.tsx'

const kindOf = (field: MovingNumber) => workFields[field].kind
const prices = movingNumbers.filter((field) => kindOf(field) === 'yen')
const others = movingNumbers.filter((field) => kindOf(field) !== 'yen')
const isWhole = (field: MovingNumber) => kindOf(field) !== 'rating'

/** Everything of a work that can be edited. */
export function WorkFields() {
  const t = useT()
  const { draft } = useEditor()
  return (
    <div className="flex flex-col gap-8">
      <Part title={t('editing.titles')}>
        <Line field="name" lang={nameLanguage(draft.name)} isWide />
        <NamesField />
        <Line field="kana" lang="ja" />
        <Line field="editionOf" help={t('editing.editionOfHelp')} />
        <CoverField />
      </Part>
      <Part title={t('editing.people')}>
        <EntityField field="genres" isWide />
        <EntityField field="maker" />
        <EntityField field="series" />
        <EntityField field="artists" />
        <EntityField field="illustrators" />
        <Lines field="writers" help={t('editing.linesHelp')} />
        <Lines field="musicians" help={t('editing.linesHelp')} />
      </Part>
      <Part title={t('editing.saleAndAge')}>
        <AgeField />
        <AvailabilityField />
        <Line field="releaseDate" type="date" />
        <LanguagesField />
        {prices.map((field) => (
          <Line key={field} field={field} inputMode="numeric" />
        ))}
      </Part>
      <Part title={t('editing.moreFields')}>
        {others.map((field) => (
          <Line key={field} field={field} inputMode={isWhole(field) ? 'numeric' : 'decimal'} />
        ))}
      </Part>
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 text-base font-semibold tracking-tight">
        {title}
      </h3>
      <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2">{children}</div>
    </section>
  )
}
