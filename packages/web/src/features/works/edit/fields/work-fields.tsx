import { saveWorkCover } from '@koedana/contract/editing.ts'
import { type EditableNumber, editableNumbers } from '@koedana/contract/field-lists.ts'
import { workFields } from '@koedana/contract/work-fields.ts'
import { IconPhoto } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { nameLanguage } from '../../../../lib/name-language.rules.ts'
import { Cover } from '../../cover.tsx'
import { faultWords, useEditor } from '../editor-context.ts'
import { EditedField } from './edited-field.tsx'
import { NamesField } from './names-field.tsx'
import { AgeField, AvailabilityField, EntityField, LanguagesField, Line, Lines } from './plain-fields.tsx'
import { base64Of, shrinkPicture } from './shrink-picture.ts'

const kindOf = (field: EditableNumber) => workFields[field].kind
const prices = editableNumbers.filter((field) => kindOf(field) === 'yen')
const others = editableNumbers.filter((field) => kindOf(field) !== 'yen')
const isWhole = (field: EditableNumber) => kindOf(field) !== 'rating'

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

/** Shows the current or new cover; it is saved separately. */
function CoverField() {
  const t = useT()
  const { metadata, isBusy, act } = useEditor()
  const file = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<string>()
  const [isUnreadable, setUnreadable] = useState(false)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const shrunk = await shrinkPicture(chosen)
    setUnreadable(shrunk === undefined)
    setPicture(shrunk)
    // Reset, so that the same file can be chosen again.
    if (file.current) file.current.value = ''
  }
  const save = async (url: string) => {
    const request = call(saveWorkCover, {
      params: { id: metadata.work.id },
      body: { picture: base64Of(url) },
    })
    if (await act(request, t('message.metadataUpdated'))) setPicture(undefined)
  }
  return (
    <EditedField field="cover" isGroup isWide help={picture ? t('editing.coverNew') : t('editing.coverHelp')}>
      {() => (
        <div className="flex flex-wrap items-center gap-4">
          <div className="w-40 shrink-0">
            {picture ? (
              <img
                src={picture}
                alt={t('editing.coverNew')}
                className="aspect-4/3 w-full rounded-card object-cover ring-2 ring-acc"
              />
            ) : (
              <Cover work={metadata.work} sizes="160px" bare />
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {picture && (
              <>
                <button
                  type="button"
                  className="btn-primary"
                  disabled={isBusy}
                  onClick={() => void save(picture)}
                >
                  {t('editing.coverSave')}
                </button>
                <button type="button" className="btn h-10" onClick={() => setPicture(undefined)}>
                  {t('editing.coverDiscard')}
                </button>
              </>
            )}
            <button type="button" className="btn h-10" onClick={() => file.current?.click()}>
              <IconPhoto size={17} aria-hidden />
              {t('editing.coverChoose')}
            </button>
            <input
              ref={file}
              type="file"
              accept="image/*"
              hidden
              aria-label={t('editing.coverChoose')}
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </div>
          {isUnreadable && (
            <p role="alert" className="w-full text-[12.5px] text-neg">
              {faultWords(t, 'pictureExpected')}
            </p>
          )}
        </div>
      )}
    </EditedField>
  )
}
