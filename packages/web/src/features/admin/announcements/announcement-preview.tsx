import { previewAnnouncement } from '@koedana/contract/announcements.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** As the server renders it: what stands here is what readers get. */
export function AnnouncementPreview({ content }: { readonly content: string }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['announcement-preview', content],
    queryFn: ({ signal }) => call(previewAnnouncement, { body: { content } }, signal),
  })
  return (
    <div className="max-h-80 min-h-40 overflow-y-auto rounded-xl border border-line px-4 py-1 text-sm">
      {data ? <RichText html={data.html} /> : <Skeleton className="mt-3 h-24 w-full" />}
      {data?.html === '' && <p className="text-mut">{t('announcements.nothingYet')}</p>}
    </div>
  )
}
