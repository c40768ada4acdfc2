/** Actions for users with an account, next to Play: share and download. Load lazily. */
import type { Track, Work } from '@koedana/contract/works.ts'
import { DownloadButton } from './offline/download-button.tsx'
import { ShareButton } from './share/share-button.tsx'

export function MemberActions({ work, tracks }: { readonly work: Work; readonly tracks: readonly Track[] }) {
  return (
    <>
      <ShareButton target={{ kind: 'work', workId: work.id }} title={work.title} isWide />
      {tracks.some(({ url }) => url) && <DownloadButton work={work} tracks={tracks} />}
    </>
  )
}
