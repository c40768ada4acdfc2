import { trashedKinds } from '@koedana/contract/trash.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ChosenTrash,
  keyOfTrashed,
  type TrashedKind,
  TrashTable,
  trashPerPage,
  trashQuery,
} from '../../features/admin/trash/trash-table.tsx'
import { useT } from '../../lib/i18n.ts'
import { EmptyState, ErrorState, Skeleton, useDocumentTitle } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectMenu } from '../../ui/select-menu.tsx'

const nothing: ReadonlySet<string> = new Set()

export function TrashPage() {
  const t = useT()
  const [kind, setKind] = useState<TrashedKind | ''>('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState(nothing)
  const { data, error, refetch } = useQuery(trashQuery({ kind: kind || undefined, page }))
  useDocumentTitle(t('admin.trash'))
  const go = (next: number) => {
    setPage(next)
    setChosen(nothing)
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="mr-auto min-w-48 flex-1">
          <h1 className="text-[22px] font-bold tracking-tight">{t('admin.trash')}</h1>
          <p className="max-w-prose text-[13px] text-pretty text-mut">{t('trash.help')}</p>
        </div>
        {data && chosen.size > 0 && (
          <ChosenTrash
            items={data.items.filter((item) => chosen.has(keyOfTrashed(item)))}
            onDone={() => go(1)}
          />
        )}
        <SelectMenu
          label={t('trash.kind')}
          value={kind}
          options={[
            { value: '', label: t('trash.everyKind') },
            ...trashedKinds.map((value) => ({ value, label: t(`trashedKind.${value}`) })),
          ]}
          onChange={(next) => {
            setKind(next)
            go(1)
          }}
        />
      </div>
      {error && !data && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-80 w-full rounded-card!" />}
      {data?.total === 0 && (
        <EmptyState
          title={kind ? t('table.nothing') : t('trash.none')}
          icon={<IconTrash size={26} aria-hidden />}
        >
          {!kind && <p>{t('trash.noneHelp')}</p>}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <TrashTable items={data.items} chosen={chosen} onChoose={setChosen} />
          <Pager page={page} pageSize={trashPerPage} total={data.total} onChange={go} />
        </>
      )}
    </>
  )
}
