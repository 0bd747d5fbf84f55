import 'bullmq'
import 'pg'
import '../../../packages/db/src/index.ts'
import '../../worker/src/index.ts'
