import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DemoLoading, useDemo } from '../features/scan/demo-works.tsx'
import { ScanProgress } from '../features/scan/scan-progress.tsx'
import { StepList } from '../features/setup/step-list.tsx'
import { FirstWorks, firstWorksQuery } from '../features/works/first-works.tsx'
import { useT } from '../lib/i18n.ts'
import { EmptyWorkList } from './empty-work-list.tsx'

/** The last step of the setup: works appear as they are found, and can be played at once. */
export function SetupLibrary() {
  const t = useT()
  const isMaking = useDemo()?.state === 'loading'
  const { data } = useQuery(firstWorksQuery())
  const count = data?.total ?? 0
  return (
    <div className="mx-auto flex w-full flex-col gap-6 pt-2" style={{ maxWidth: 920 }}>
      <div className="mx-auto w-full max-w-lg">
        <StepList current="listen" />
      </div>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-[22px] font-bold tracking-tight text-balance">{t('setup.done')}</h1>
          {count > 0 && (
            <p className="text-[13.5px] text-mut" role="status">
              {t('setup.more', { count })}
            </p>
          )}
        </div>
        <Link to="/" className="btn h-11">
          {t('setup.goHome')}
        </Link>
      </header>
      {isMaking && <DemoLoading />}
      {count > 0 && <ScanProgress count={count} />}
      {data && <FirstWorks items={data.items} />}
      {data && count === 0 && !isMaking && <EmptyWorkList heading="h2" hidden={undefined} />}
    </div>
  )
}
