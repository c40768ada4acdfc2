/** Routes for personal data: listening history, bookmarks, playlists, export and import. */
import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import { openBookmarks } from './features/bookmarks/bookmarks.api.ts'
import {
  exportOwnCsvHandler,
  exportOwnDataHandler,
  importOwnCsvHandler,
  importOwnDataHandler,
} from './features/own-data/own-data.api.ts'
import {
  addToPlaylistHandler,
  createPlaylistHandler,
  deletePlaylistHandler,
  getPlaylistHandler,
  listPlaylistsHandler,
  listPlaylistTracksHandler,
  movePlaylistItemHandler,
  removePlaylistItemHandler,
  updatePlaylistHandler,
} from './features/playlists/playlists.api.ts'
import {
  forgetHistoryHandler,
  forgetPlayHandler,
  listHistoryHandler,
} from './features/progress/history.api.ts'
import {
  getRecordingHandler,
  getStatisticsHandler,
  saveRecordingHandler,
} from './features/progress/statistics.api.ts'
import { type Route, route } from './http/serve.ts'

export function ownRoutes(deps: Deps): readonly Route[] {
  const bookmarks = openBookmarks(deps)
  return [
    route(api.listHistory, listHistoryHandler(deps)),
    route(api.forgetPlay, forgetPlayHandler(deps)),
    route(api.forgetHistory, forgetHistoryHandler(deps)),
    route(api.getStatistics, getStatisticsHandler(deps)),
    route(api.getRecording, getRecordingHandler(deps)),
    route(api.saveRecording, saveRecordingHandler(deps)),
    route(api.exportOwnData, exportOwnDataHandler(deps)),
    route(api.importOwnData, importOwnDataHandler(deps)),
    route(api.exportOwnCsv, exportOwnCsvHandler(deps)),
    route(api.importOwnCsv, importOwnCsvHandler(deps)),
    route(api.listWorkBookmarks, bookmarks.list),
    route(api.saveWorkBookmark, bookmarks.save),
    route(api.deleteWorkBookmark, bookmarks.remove),
    route(api.listPlaylists, listPlaylistsHandler(deps)),
    route(api.createPlaylist, createPlaylistHandler(deps)),
    route(api.getPlaylist, getPlaylistHandler(deps)),
    route(api.updatePlaylist, updatePlaylistHandler(deps)),
    route(api.deletePlaylist, deletePlaylistHandler(deps)),
    route(api.addToPlaylist, addToPlaylistHandler(deps)),
    route(api.movePlaylistItem, movePlaylistItemHandler(deps)),
    route(api.removePlaylistItem, removePlaylistItemHandler(deps)),
    route(api.listPlaylistTracks, listPlaylistTracksHandler(deps)),
  ]
}
