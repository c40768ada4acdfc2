import { useMemo } from 'react'
import { sanitizedHtml } from '../lib/trusted-types.ts'

/** Shows HTML that the server rendered and sanitized: the text of an announcement. */
export function RichText({ html }: { readonly html: string }) {
  const content = useMemo(() => ({ __html: sanitizedHtml(html) }), [html])
  return (
    <div
      className="[&_a]:text-acc [&_a]:underline [&_blockquote]:my-3 [&_blockquote]:border-l-3 [&_blockquote]:border-line [&_blockquote]:pl-4 [&_blockquote]:text-mut [&_code]:rounded [&_code]:bg-sunken [&_code]:px-1 [&_h1]:mt-6 [&_h1]:mb-2 [&_h1]:text-xl [&_h1]:font-semibold [&_h2]:mt-6 [&_h2]:mb-2 [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:mt-4 [&_h3]:mb-1 [&_h3]:font-semibold [&_hr]:my-5 [&_hr]:border-line [&_li]:my-1 [&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:my-3 [&_pre]:my-3 [&_pre]:overflow-x-auto [&_pre]:rounded-xl [&_pre]:bg-sunken [&_pre]:p-4 [&_table]:my-3 [&_td]:border [&_td]:border-line [&_td]:px-3 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-3 [&_th]:py-1 [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-6 leading-relaxed wrap-anywhere"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server rendered and sanitized it
      dangerouslySetInnerHTML={content}
    />
  )
}
