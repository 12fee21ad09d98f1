import { relative } from 'node:path'
import type { TestSequencer, TestSpecification } from 'vitest/node'
import { root } from './sources.js'

/**
 * The slowest files, slowest first. They start first, so that no core waits for one of them at the end.
 * The end of a run names its slowest files.
 */
export const slowFiles: readonly string[] = [
  'server/test/foreign/nodes.slow.test.ts',
  'server/test/foreign/dialects.slow.test.ts',
  'server/test/foreign/trouble.slow.test.ts',
  'server/test/faults/rolling.fault.test.ts',
  'server/test/faults/failover.fault.test.ts',
  'test/image.slow.test.ts',
  'server/test/plans/plans.slow.test.ts',
  'server/test/newest-node.slow.test.ts',
  'server/test/faults/rpc.fault.test.ts',
  'test/readme.slow.test.ts',
  'server/test/faults/resumable.fault.test.ts',
  'server/test/faults/start.fault.test.ts',
  'web/test/browser/stamps.test.ts',
  'server/test/faults/uploads.fault.test.ts',
  'server/test/accounts/admin.slow.test.ts',
  'web/test/browser/files.test.ts',
  'server/test/backup/backup.slow.test.ts',
  'server/test/accounts/care.slow.test.ts',
  'server/test/storage/store.slow.test.ts',
  'web/test/browser/pages.test.ts',
  'server/test/faults/witnesses.fault.test.ts',
  'server/test/faults/files.fault.test.ts',
  'server/test/faults/webhooks.fault.test.ts',
  'web/test/browser/evidence.test.ts',
  'web/test/browser/folder-check.test.ts',
  'web/test/browser/verify.test.ts',
  'web/test/browser/verdicts.test.ts',
  'sdk/test/cli.slow.test.ts',
  'web/test/browser/many.test.ts',
  'server/test/backup/external.slow.test.ts',
  'server/test/packed.slow.test.ts',
  'server/test/main.slow.test.ts',
  'server/test/faults/kills.fault.test.ts',
  'server/test/faults/embedded.fault.test.ts',
  'server/test/faults/folders.fault.test.ts',
  'web/test/browser/webhooks.test.ts',
  'server/test/faults/reorgs.fault.test.ts',
  'server/test/embedded/embedded.slow.test.ts',
  'server/test/media/hostile.slow.test.ts',
  'web/test/browser/uploads.test.ts',
  'server/test/portal/leaving.slow.test.ts',
  'server/test/media/process.slow.test.ts',
  'server/test/storage/age-debian.slow.test.ts',
  'web/test/browser/files-drops.test.ts',
  'web/test/browser/files-search.test.ts',
  'proof/test/node.slow.test.ts',
  'web/test/browser/verifier.test.ts',
  'server/test/faults/two-services.fault.test.ts',
  'server/test/command/files.test.ts',
  'server/test/command/watch.test.ts',
  'server/test/command/git.test.ts',
  'server/test/command/webhook-listen.test.ts',
  'server/test/files/s3.slow.test.ts',
  'web/test/browser/several.test.ts',
  'sdk/test/odd-input.test.ts',
  'web/test/browser/login.test.ts',
  'web/test/browser/live.test.ts',
  'server/test/deploy/proxies.slow.test.ts',
  'server/test/webhooks/events.slow.test.ts',
  'server/test/stamps/multi.slow.test.ts',
  'web/test/browser/security.test.ts',
  'server/test/embedded/chain.slow.test.ts',
  'web/test/browser/start.test.ts',
  'server/test/ledger/reverted.slow.test.ts',
  'server/test/storage/disk.slow.test.ts',
  'server/test/files/private.slow.test.ts',
  'sdk/test/forger.slow.test.ts',
  'sdk/test/packed.slow.test.ts',
  'web/test/browser/quotas.test.ts',
  'server/test/portal/login.slow.test.ts',
  'server/test/ledger/evidence.test.ts',
  'server/test/browse/turns.slow.test.ts',
  'server/test/upgrade/upgrade.slow.test.ts',
  'server/test/http/stalled.test.ts',
  'server/test/ledger/full-block.test.ts',
  'server/test/files/access.test.ts',
  'web/test/browser/webhook-care.test.ts',
  'server/test/stamps/events.slow.test.ts',
  'server/test/uploads/resume.slow.test.ts',
  'server/test/sdk/files.slow.test.ts',
  'web/test/browser/drops.test.ts',
  'server/test/folders/deletions.test.ts',
  'server/test/storage/s3.slow.test.ts',
  'web/test/browser/network.test.ts',
  'server/test/files/audit.slow.test.ts',
  'server/test/certificates/bound-pdf.test.ts',
  'server/test/deploy/prometheus.slow.test.ts',
  'test/manifests.slow.test.ts',
  'test/systemd.slow.test.ts',
]

/** Orders each project's files by {@link slowFiles}; files of one project stay together and share their processes. */
export class LongestFirst implements TestSequencer {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }

  sort(files: TestSpecification[]): TestSpecification[] {
    const projects = files[0]?.project.vitest.projects ?? []
    const rank = ({ project, moduleId }: TestSpecification) => {
      const at = slowFiles.indexOf(relative(root, moduleId))
      return projects.indexOf(project) * 1e6 + (at === -1 ? slowFiles.length : at)
    }
    return [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
