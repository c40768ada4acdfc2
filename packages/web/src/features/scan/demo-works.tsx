import { type Demo, loadDemo, removeDemo } from '@koedana/contract/demo.ts'
import { IconSparkles, IconTrash } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../domain/api.ts'
import { demoQuery } from '../../domain/demo-query.ts'
import { useIsAdmin } from '../../domain/session.ts'
import { useSetupWords } from '../../domain/setup-words.ts'
import { translate, useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { awaitNextScan } from './awaited-scan.ts'
import { refreshLists } from './refresh-lists.ts'

/** Returns the state of the demo works. When they have been created, starts watching for the scan that finds them. */
export function useDemo() {
  const client = useQueryClient()
  const { data } = useQuery({ ...demoQuery(), enabled: useIsAdmin() })
  const state = data?.state
  useEffect(() => {
    if (state === 'present') void client.invalidateQueries({ queryKey: ['scan'] })
  }, [client, state])
  return data
}

/** Resolves once the demo works are created or being created. */
export async function createDemo(client: QueryClient): Promise<void> {
  const { queryKey } = demoQuery()
  awaitNextScan()
  // Set at once, because the response arrives late in the process.
  client.setQueryData(queryKey, { state: 'loading', workCount: 0 })
  try {
    client.setQueryData(queryKey, await call(loadDemo, {}))
  } finally {
    await client.invalidateQueries({ queryKey })
    await client.invalidateQueries({ queryKey: ['scan'] })
  }
}

/** A button that loads demo works, and its progress. Load lazily. */
export function LoadDemo() {
  useSetupWords()
  const t = useT()
  const client = useQueryClient()
  const demo = useDemo()
  const [isBusy, setBusy] = useState(false)
  const load = () => {
    setBusy(true)
    void createDemo(client)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  if (isBusy || demo?.state === 'loading') return <DemoLoading />
  return (
    <button type="button" className="btn h-11" onClick={load}>
      <IconSparkles size={17} aria-hidden />
      {t('demo.load')}
    </button>
  )
}

export function DemoLoading() {
  useSetupWords()
  const t = useT()
  return (
    <p className="text-sm text-mut" role="status">
      {t('demo.loading')}
    </p>
  )
}

/** Shows the number of demo works and a button to remove them; empty if there are none. Load lazily. */
export function DemoNote() {
  useSetupWords()
  const t = useT()
  const client = useQueryClient()
  const demo = useDemo()
  const { queryKey } = demoQuery()
  useRemovalNotice(demo?.state)
  if (!demo || demo.state === 'absent') return null
  const remove = async () => {
    client.setQueryData(queryKey, { ...demo, state: 'removing' as const })
    try {
      client.setQueryData(queryKey, await call(removeDemo, {}))
    } catch {
      // The notice has shown the error.
      await client.invalidateQueries({ queryKey })
    }
  }
  if (demo.state === 'loading') return <DemoLoading />
  return (
    <section className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-5">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h2 className="font-semibold">{t('demo.title')}</h2>
        <p className="text-[13px] text-mut">
          {demo.state === 'incomplete' ? t('demo.incomplete') : t('demo.here', { count: demo.workCount })}
        </p>
      </div>
      {demo.state === 'incomplete' && <LoadDemo />}
      {demo.state === 'removing' ? (
        <p className="text-sm text-mut" role="status">
          {t('demo.removing')}
        </p>
      ) : (
        <button type="button" className="btn h-11" onClick={() => void remove()}>
          <IconTrash size={17} aria-hidden />
          {t('demo.remove')}
        </button>
      )}
    </section>
  )
}

/** Shows a notice when a removal that this page saw has ended. */
function useRemovalNotice(state: Demo['state'] | undefined): void {
  const client = useQueryClient()
  const wasRemoving = useRef(false)
  useEffect(() => {
    if (wasRemoving.current && state === 'absent') {
      notify(translate('demo.removed'), 'positive')
      void refreshLists(client)
      void client.invalidateQueries({ queryKey: ['admin'] })
    }
    wasRemoving.current = state === 'removing'
  }, [client, state])
}
