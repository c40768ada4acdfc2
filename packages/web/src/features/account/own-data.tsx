/** Exports and imports the user's data. Load lazily. */
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { lazyWords } from '../../lib/lazy-words.ts'
import {
  downloadOwnData,
  type ImportOutcome,
  importFile,
  type MergedImportReport,
} from './own-data-transfer.ts'

const useOwnDataWords = lazyWords({
  'zh-CN': () => import('../../locales/own-data/zh-CN.json'),
  'en-US': () => import('../../locales/own-data/en-US.json'),
  'ja-JP': () => import('../../locales/own-data/ja-JP.json'),
})

export function OwnDataSection() {
  useOwnDataWords()
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const section = useRef<HTMLElement>(null)
  // The section is drawn after the router has looked for it.
  useEffect(() => {
    if (location.hash === '#own-data') section.current?.scrollIntoView()
  }, [])
  const [share, setShare] = useState<number>()
  const [outcome, setOutcome] = useState<ImportOutcome>()
  const isBusy = share !== undefined
  const take = async (file: File | undefined) => {
    if (!file) return
    setShare(0)
    setOutcome(undefined)
    setOutcome(await importFile(file, setShare))
    setShare(undefined)
  }
  return (
    <section
      ref={section}
      id="own-data"
      className="flex scroll-mt-16 flex-col gap-4 border-t border-line pt-6"
    >
      <div>
        <h2 className="text-[17px] font-semibold tracking-tight">{t('ownData.title')}</h2>
        <p className="mt-0.5 text-[13px] text-mut">{t('ownData.help')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn pointer-coarse:h-11"
          onClick={() => void downloadOwnData('json')}
        >
          <IconDownload size={16} aria-hidden />
          {t('ownData.json')}
        </button>
        <button type="button" className="btn pointer-coarse:h-11" onClick={() => void downloadOwnData('csv')}>
          <IconDownload size={16} aria-hidden />
          {t('ownData.csv')}
        </button>
        <button
          type="button"
          className="btn pointer-coarse:h-11"
          disabled={isBusy}
          onClick={() => input.current?.click()}
        >
          <IconUpload size={16} aria-hidden />
          {isBusy ? t('ownData.busy', { percent: Math.round(share * 100) }) : t('ownData.import')}
        </button>
        <input
          ref={input}
          type="file"
          className="hidden"
          aria-label={t('ownData.import')}
          accept=".json,.csv,.txt,application/json,text/csv"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // Reset, so that the same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      <p className="text-[12.5px] text-mut">{t('ownData.importHelp')}</p>
      <div role="status">{outcome && <OutcomeWords outcome={outcome} />}</div>
    </section>
  )
}

function OutcomeWords({ outcome }: { readonly outcome: ImportOutcome }) {
  const t = useT()
  if (outcome.type === 'taken') return <TakenWords report={outcome.report} />
  return (
    <p className="text-sm text-neg">
      {outcome.type === 'stopped' ? t('ownData.stopped') : t(`ownData.${outcome.fault}`)}
      {outcome.type === 'fault' && outcome.at !== undefined && ` (${outcome.at})`}
    </p>
  )
}

function TakenWords({ report }: { readonly report: MergedImportReport }) {
  const t = useT()
  const { imported, unchanged, unmatched, unmatchedCount, refused, lines } = report
  const lists = [
    { words: t('ownData.unmatched', { count: unmatchedCount }), names: unmatched },
    { words: t('ownData.refused', { count: refused.length }), names: refused },
    { words: t('ownData.lines', { count: lines.length }), names: lines.map(String) },
  ].filter(({ names }) => names.length > 0)
  return (
    <div className="rounded-card bg-soft p-5 text-sm">
      <p className="font-medium">{t('ownData.taken', { count: imported })}</p>
      {unchanged > 0 && <p className="text-mut">{t('ownData.unchanged', { count: unchanged })}</p>}
      {lists.map(({ words, names }) => (
        <details key={words} className="mt-2">
          <summary className="cursor-pointer">{words}</summary>
          <p className="mt-1 max-h-40 overflow-y-auto text-[12.5px] text-mut wrap-anywhere">
            {names.join(' · ')}
          </p>
        </details>
      ))}
    </div>
  )
}
