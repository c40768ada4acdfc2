import type { WorkCard as Card } from '@koedana/contract/works.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from './cover.tsx'

export interface WorkCardProps {
  readonly work: Card
  readonly eager?: boolean
}

export function WorkCard({ work, eager = false }: WorkCardProps) {
  return (
    <article className="relative">
      <Cover work={work} eager={eager} />
      <h3 className="card-title mt-2.5" lang="ja">
        <Link to="/work/$workId" params={{ workId: work.id }} className="after:absolute after:inset-0">
          {work.title}
        </Link>
      </h3>
      <p className="mt-0.5 truncate text-[12.5px] text-mut" lang="ja">
        {work.maker?.name}
      </p>
    </article>
  )
}
