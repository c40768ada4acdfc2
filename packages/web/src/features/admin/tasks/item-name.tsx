import type { TaskItem } from '@koedana/contract/tasks.ts'
import { entityKinds } from '@koedana/contract/values.ts'
import { isWorkId } from '@koedana/contract/work-id.rules.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../../lib/i18n.ts'

/** A work leads to its page; of a name with nothing tied to it, the kind says more than the id. */
export function ItemName({ item: { item, name } }: { readonly item: TaskItem }) {
  const t = useT()
  const [first, id] = item.split('/')
  const kind = entityKinds.find((one) => one === first)
  if (kind && id) return <Named title={name ?? id} lang="ja" below={t(`kind.${kind}`)} />
  if (!isWorkId(item)) return <Named title={item} below={name} />
  const link = (
    <Link
      to="/work/$workId"
      params={{ workId: item }}
      className="text-acc underline-offset-4 hover:underline"
    >
      {item}
    </Link>
  )
  return <Named title={link} below={name && <span lang="ja">{name}</span>} />
}

interface NamedProps {
  readonly title: ReactNode
  readonly lang?: string
  readonly below: ReactNode
}

function Named({ title, lang, below }: NamedProps) {
  return (
    <div className="min-w-40 max-sm:break-words max-sm:whitespace-normal sm:max-w-96">
      <p
        lang={lang}
        className="font-medium sm:truncate"
        title={typeof title === 'string' ? title : undefined}
      >
        {title}
      </p>
      {below && <p className="text-[12.5px] font-normal text-mut sm:truncate">{below}</p>}
    </div>
  )
}
