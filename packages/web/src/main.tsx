import './styles.css'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from './app/follow-session.ts'
import { router } from './app/router.tsx'
import { firstResponse } from './lib/first-response.ts'
import { i18n, startI18n } from './lib/i18n.ts'
import { queryClient } from './lib/query-client.ts'

const root = document.getElementById('root')
if (!root) throw new Error('No #root')

const first = firstResponse()
await startI18n()
if (first) {
  // What came with the page is drawn in one piece, and not before its covers were on screen.
  await router.load()
  if (!document.hidden) await new Promise(requestAnimationFrame)
}
startTransition(() =>
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>,
  ),
)
followSession(router)
