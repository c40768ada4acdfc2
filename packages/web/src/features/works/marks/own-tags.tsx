import { TagName } from '@koedana/contract/tag-name.ts'
import { IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import * as v from 'valibot'
import { useT } from '../../../lib/i18n.ts'
import { RemovableChip } from '../../../ui/chip.tsx'
import { changeTags } from './mark-query.ts'
import { tagsQuery } from './tag-query.ts'

export interface OwnTagsProps {
  readonly workId: string
  readonly tags: readonly string[]
  /** Whether the input is open from the start. */
  readonly isOpen?: boolean
}

/** The user's tags of a work, each linked to all works with that tag, and an input to add one. */
export function OwnTags({ workId, tags, isOpen = false }: OwnTagsProps) {
  const t = useT()
  const [isWriting, setWriting] = useState(isOpen)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {tags.length > 0 && (
        <ul aria-label={t('tags.title')} className="contents">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <RemovableChip
                removeLabel={t('tags.remove', { name: tag })}
                onRemove={() => void changeTags(workId, { removeTags: [tag] })}
              >
                <Link to="/works" search={{ ownTags: [tag] }} className="hover:underline">
                  {tag}
                </Link>
              </RemovableChip>
            </li>
          ))}
        </ul>
      )}
      {isWriting ? (
        <TagForm onPut={(name) => changeTags(workId, { addTags: [name] })} />
      ) : (
        <button
          type="button"
          className="inline-flex min-h-9 items-center gap-1.5 text-[13px] text-mut hover:text-fg pointer-coarse:min-h-11"
          onClick={() => setWriting(true)}
        >
          <IconTag size={16} aria-hidden />
          {t('tags.add')}
        </button>
      )}
    </div>
  )
}

export interface TagFormProps {
  /** Resolves with whether the tag was added. */
  readonly onPut: (name: string) => Promise<boolean>
  /** Removes the tag, if that is offered. */
  readonly onTakeOff?: (name: string) => void
}

export function TagForm({ onPut, onTakeOff }: TagFormProps) {
  const t = useT()
  const id = useId()
  const [name, setName] = useState('')
  const box = useRef<HTMLInputElement>(null)
  // Focused, because the user opened it to type.
  useEffect(() => box.current?.focus(), [])
  const { data } = useQuery(tagsQuery())
  const typed = v.safeParse(TagName, name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed.success && (await onPut(typed.output))) setName('')
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-center gap-1.5">
      <input
        className="input h-9 w-40 pointer-coarse:h-11"
        aria-label={t('tags.new')}
        placeholder={t('tags.new')}
        maxLength={40}
        list={id}
        ref={box}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={id}>
        {data?.items.map((tag) => (
          <option key={tag.id} value={tag.name} />
        ))}
      </datalist>
      <button type="submit" className="btn h-9 pointer-coarse:h-11" disabled={!typed.success}>
        {t('tags.put')}
      </button>
      {onTakeOff && (
        <button
          type="button"
          className="btn h-9 pointer-coarse:h-11"
          disabled={!typed.success}
          onClick={() => typed.success && onTakeOff(typed.output)}
        >
          {t('tags.takeOff')}
        </button>
      )}
    </form>
  )
}
