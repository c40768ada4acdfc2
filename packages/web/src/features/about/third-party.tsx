/** The licenses of third-party software. They are a file of their own, which is fetched when its list is opened. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { translate, useT } from '../../lib/i18n.ts'
import { subPath } from '../../lib/sub-path.ts'
import { ErrorState, Skeleton } from '../../ui/page.tsx'

/** `packages/web/vite/notices.ts` writes it. */
const Notices = v.object({
  notices: v.array(
    v.object({
      name: v.string(),
      version: v.optional(v.string()),
      license: v.string(),
      /** The position in `texts`. */
      text: v.number(),
      parts: v.array(v.picklist(['client', 'server', 'image'])),
    }),
  ),
  texts: v.array(v.string()),
})
type Notices = v.InferOutput<typeof Notices>
type Notice = Notices['notices'][number]

async function fetchNotices(signal: AbortSignal): Promise<Notices> {
  const response = await fetch(`${subPath}/licenses.json`, { signal }).catch(() => undefined)
  if (!response?.ok) throw new Error(translate('error.network'))
  return v.parse(Notices, await response.json())
}

export function ThirdParty() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-[17px] font-semibold tracking-tight">{t('about.thirdParty')}</h2>
      <p className="mt-0.5 mb-4 text-[13px] text-pretty text-mut">{t('about.thirdPartyHelp')}</p>
      {isOpen ? (
        <NoticeList />
      ) : (
        <button type="button" className="btn pointer-coarse:h-11" onClick={() => setOpen(true)}>
          {t('about.showLicenses')}
        </button>
      )}
    </section>
  )
}

const parts = ['client', 'server', 'image'] as const

function NoticeList() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['notices'],
    queryFn: ({ signal }) => fetchNotices(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-96 w-full rounded-card!" />
  return (
    <>
      <p className="text-[13px] text-mut">
        <a
          href={`${subPath}/third-party-notices.txt`}
          target="_blank"
          rel="noreferrer"
          className="text-acc underline underline-offset-4"
        >
          {t('about.asText')}
        </a>
      </p>
      {parts.map((part) => (
        <section key={part} aria-label={t(`about.part.${part}`)} className="mt-5">
          <h3 className="mb-2 text-sm font-semibold">{t(`about.part.${part}`)}</h3>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {data.notices
              .filter((notice) => notice.parts.includes(part))
              .map((notice) => (
                <NoticeRow
                  key={`${notice.name} ${notice.version}`}
                  notice={notice}
                  text={data.texts[notice.text] ?? ''}
                />
              ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** A text of many lines is drawn once its row is opened. */
function NoticeRow({ notice, text }: { readonly notice: Notice; readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-10 cursor-pointer flex-wrap items-baseline gap-x-2 px-4 py-2 text-sm hover:bg-sunken pointer-coarse:min-h-11">
          <span className="font-medium wrap-anywhere">{notice.name}</span>
          <span className="text-[12.5px] text-mut">{notice.version}</span>
          <span className="ml-auto text-[12.5px] text-mut">{notice.license}</span>
        </summary>
        {isOpen && (
          <pre
            lang="en"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
            tabIndex={0}
            className="max-h-96 overflow-y-auto bg-sunken px-4 py-3 text-[12px] leading-relaxed whitespace-pre-wrap wrap-anywhere"
          >
            {text}
          </pre>
        )}
      </details>
    </li>
  )
}
