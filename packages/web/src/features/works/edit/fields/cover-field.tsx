import { saveWorkCover } from '@koedana/contract/editing.ts'
import { IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call } from '../../../../domain/api.ts'
import { useT } from '../../../../lib/i18n.ts'
import { Cover } from '../../cover.tsx'
import { useEditor } from '../editor-context.ts'
import { faultWords } from '../field-names.ts'
import { EditedField } from './edited-field.tsx'
import { base64Of, shrinkPicture } from './shrink-picture.ts'

/** The cover as it is, or as it would be; it is saved by itself. */
export function CoverField() {
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
    // The same file can be chosen again.
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
