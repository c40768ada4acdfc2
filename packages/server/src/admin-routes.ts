import { api } from '@koedana/contract/api.ts'
import type { Deps } from './deps.ts'
import {
  createAnnouncementHandler,
  deleteAnnouncementHandler,
  listAllAnnouncementsHandler,
  previewAnnouncementHandler,
  updateAnnouncementHandler,
} from './features/announcements/announcements.api.ts'
import { listAuditHandler } from './features/audit/audit.api.ts'
import { openDemoAdmin } from './features/demo/demo.api.ts'
import { listDestinationsHandler } from './features/destinations/destinations.api.ts'
import { openDriveAdmin } from './features/drives/drives.api.ts'
import { importRcloneHandler, readRcloneHandler } from './features/drives/rclone/rclone.api.ts'
import {
  createWorkHandler,
  getWorkEditsHandler,
  mergeEntityHandler,
  saveWorkCoverHandler,
  undoWorkEditHandler,
  updateEntityHandler,
  updateWorkHandler,
} from './features/editing/editing.api.ts'
import { undoWorkEditsHandler, updateWorksHandler } from './features/editing/many-works.api.ts'
import {
  createKeysHandler,
  deleteKeysHandler,
  listKeysHandler,
  listRedemptionsHandler,
  updateKeyHandler,
} from './features/keys/keys.api.ts'
import {
  chooseTrackLyricsHandler,
  listLyricsCandidatesHandler,
} from './features/library/lyrics/lyrics.api.ts'
import { checkMarketplaceHandler } from './features/metadata/marketplace/check.api.ts'
import { refreshWorkHandler } from './features/metadata/upkeep/refresh-work.api.ts'
import { moveInHandler, uploadMoveFileHandler } from './features/migration/move-in.api.ts'
import {
  endAllLinksHandler,
  getSiteSettingsHandler,
  updateSiteSettingsHandler,
} from './features/settings/site.api.ts'
import { openStorageAdmin } from './features/storage-admin/storages.api.ts'
import {
  listUnsettledHandler,
  settleFolderHandler,
  settleFoldersHandler,
  unsettleFolderHandler,
} from './features/storage-admin/unsettled.api.ts'
import { getIndexHandler, getSystemHandler } from './features/system/system.api.ts'
import {
  createScheduleHandler,
  deleteScheduleHandler,
  listSchedulesHandler,
  previewScheduleHandler,
  updateScheduleHandler,
} from './features/tasks/schedules/schedules.api.ts'
import {
  cancelTaskHandler,
  createTaskHandler,
  followTasksHandler,
  getTaskHandler,
  getTaskLogHandler,
  listTaskItemsHandler,
  listTasksHandler,
  retryTaskHandler,
} from './features/tasks/tasks.api.ts'
import {
  deleteWorkHandler,
  emptyTrashHandler,
  listTrashHandler,
  restoreTrashHandler,
} from './features/trash/trash.api.ts'
import {
  createUserHandler,
  deleteUserHandler,
  getUserHandler,
  listUsersHandler,
  updateUserHandler,
} from './features/users/users.api.ts'
import { actOnUsersHandler } from './features/users/users-acts.api.ts'
import { type Route, route } from './http/serve.ts'

export const adminRoutes = (deps: Deps): readonly Route[] => [
  route(api.listUsers, listUsersHandler(deps)),
  route(api.createUser, createUserHandler(deps)),
  route(api.getUser, getUserHandler(deps)),
  route(api.updateUser, updateUserHandler(deps)),
  route(api.deleteUser, deleteUserHandler(deps)),
  route(api.actOnUsers, actOnUsersHandler(deps)),
  route(api.listKeys, listKeysHandler(deps)),
  route(api.createKeys, createKeysHandler(deps)),
  route(api.updateKey, updateKeyHandler(deps)),
  route(api.deleteKeys, deleteKeysHandler(deps)),
  route(api.listRedemptions, listRedemptionsHandler(deps)),
  route(api.listAllAnnouncements, listAllAnnouncementsHandler(deps)),
  route(api.createAnnouncement, createAnnouncementHandler(deps)),
  route(api.updateAnnouncement, updateAnnouncementHandler(deps)),
  route(api.deleteAnnouncement, deleteAnnouncementHandler(deps)),
  route(api.previewAnnouncement, previewAnnouncementHandler),
  route(api.getSiteSettings, getSiteSettingsHandler(deps)),
  route(api.updateSiteSettings, updateSiteSettingsHandler(deps)),
  route(api.getSystem, getSystemHandler(deps)),
  route(api.getIndex, getIndexHandler(deps)),
  route(api.listDestinations, listDestinationsHandler(deps)),
  route(api.listAudit, listAuditHandler(deps)),
  route(api.endAllLinks, endAllLinksHandler(deps)),
  route(api.checkMarketplace, checkMarketplaceHandler(deps)),
  ...storageRoutes(deps),
  ...demoRoutes(deps),
  ...driveRoutes(deps),
  ...taskRoutes(deps),
  ...trashRoutes(deps),
  ...editingRoutes(deps),
]

function storageRoutes(deps: Deps): readonly Route[] {
  const storages = openStorageAdmin(deps)
  return [
    route(api.listStorages, storages.list),
    route(api.createStorage, storages.create),
    route(api.getStorage, storages.get),
    route(api.updateStorage, storages.update),
    route(api.deleteStorage, storages.remove),
    route(api.testStorageSettings, storages.testSettings),
    route(api.testStorage, storages.test),
    route(api.scanStorage, storages.scan),
    route(api.listFolders, storages.folders),
    route(api.listUnsettledFolders, listUnsettledHandler(deps)),
    route(api.settleFolder, settleFolderHandler(deps)),
    route(api.settleFolders, settleFoldersHandler(deps)),
    route(api.unsettleFolder, unsettleFolderHandler(deps)),
  ]
}

function demoRoutes(deps: Deps): readonly Route[] {
  const demo = openDemoAdmin(deps)
  return [route(api.getDemo, demo.get), route(api.loadDemo, demo.load), route(api.removeDemo, demo.remove)]
}

function driveRoutes(deps: Deps): readonly Route[] {
  const drives = openDriveAdmin(deps)
  return [
    route(api.listDrives, drives.list),
    route(api.saveDriveApp, drives.saveApp),
    route(api.linkDrive, drives.link),
    route(api.completeDrive, drives.complete),
    route(api.confirmDrive, drives.confirm),
    route(api.pasteDriveToken, drives.paste),
    route(api.beginDriveDevice, drives.beginDevice),
    route(api.askDriveDevice, drives.pollDeviceLink),
    route(api.unlinkDrive, drives.unlink),
    route(api.listDriveFolders, drives.folders),
    route(api.readRclone, readRcloneHandler(deps)),
    route(api.importRclone, importRcloneHandler(deps)),
    route(api.examineDrive, drives.examine),
  ]
}

const taskRoutes = (deps: Deps): readonly Route[] => [
  route(api.listTasks, listTasksHandler(deps)),
  route(api.createTask, createTaskHandler(deps)),
  route(api.getTask, getTaskHandler(deps)),
  route(api.cancelTask, cancelTaskHandler(deps)),
  route(api.retryTask, retryTaskHandler(deps)),
  route(api.listTaskItems, listTaskItemsHandler(deps)),
  route(api.getTaskLog, getTaskLogHandler(deps)),
  route(api.followTasks, followTasksHandler(deps)),
  route(api.moveIn, moveInHandler(deps)),
  route(api.uploadMoveFile, uploadMoveFileHandler(deps)),
  route(api.listSchedules, listSchedulesHandler(deps)),
  route(api.previewSchedule, previewScheduleHandler(deps)),
  route(api.createSchedule, createScheduleHandler(deps)),
  route(api.updateSchedule, updateScheduleHandler(deps)),
  route(api.deleteSchedule, deleteScheduleHandler(deps)),
]

const trashRoutes = (deps: Deps): readonly Route[] => [
  route(api.listTrash, listTrashHandler(deps)),
  route(api.restoreTrash, restoreTrashHandler(deps)),
  route(api.emptyTrash, emptyTrashHandler(deps)),
  route(api.deleteWork, deleteWorkHandler(deps)),
]

const editingRoutes = (deps: Deps): readonly Route[] => [
  route(api.getWorkEdits, getWorkEditsHandler(deps)),
  route(api.createWork, createWorkHandler(deps)),
  route(api.updateWork, updateWorkHandler(deps)),
  route(api.undoWorkEdit, undoWorkEditHandler(deps)),
  route(api.updateWorks, updateWorksHandler(deps)),
  route(api.undoWorkEdits, undoWorkEditsHandler(deps)),
  route(api.saveWorkCover, saveWorkCoverHandler(deps)),
  route(api.listLyricsCandidates, listLyricsCandidatesHandler(deps)),
  route(api.chooseTrackLyrics, chooseTrackLyricsHandler(deps)),
  route(api.refreshWork, refreshWorkHandler(deps)),
  route(api.updateEntity, updateEntityHandler(deps)),
  route(api.mergeEntity, mergeEntityHandler(deps)),
]
