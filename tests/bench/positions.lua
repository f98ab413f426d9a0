-- Sends one position after the other to the service under test.
--
-- wrk -s positions.lua URL -- BODIES PATH KEEP_ALIVE CLASSES OUTPUT
--   BODIES      file with one JSON body a line
--   PATH        path of the endpoint
--   KEEP_ALIVE  yes | no
--   CLASSES     yes: read every answer and count statuses and problem types (slower); no: do not
--   OUTPUT      file that takes the figures as JSON

local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  local headers = { ["Content-Type"] = "application/json" }
  if args[3] == "no" then headers["Connection"] = "close" end
  requests = {}
  for line in io.lines(args[1]) do
    table.insert(requests, wrk.format("POST", args[2], headers, line))
  end
  position = 0
  statuses = ""
  problems = ""
  status_counts = {}
  problem_counts = {}
  output = args[5]
  if args[4] == "yes" then
    response = function(status, _, body)
      status_counts[status] = (status_counts[status] or 0) + 1
      if status >= 400 then
        local kind = string.match(body or "", '"type":%s*"([^"]*)"') or "no problem document"
        problem_counts[kind] = (problem_counts[kind] or 0) + 1
      end
    end
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

local function add(into, from)
  for key, count in pairs(from or {}) do
    into[key] = (into[key] or 0) + count
  end
end

local function object(counts)
  local parts = {}
  for key, count in pairs(counts) do
    table.insert(parts, string.format('"%s":%d', key, count))
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

function done(summary, latency, _)
  local all_statuses, all_problems = {}, {}
  for _, thread in ipairs(threads) do
    add(all_statuses, thread:get("status_counts"))
    add(all_problems, thread:get("problem_counts"))
  end
  local seconds = summary.duration / 1e6
  local errors = summary.errors
  local file = assert(io.open(threads[1]:get("output"), "w"))
  file:write(string.format(
    '{"requests":%d,"seconds":%.6f,"requests_per_s":%.1f,"bytes":%d,',
    summary.requests, seconds, summary.requests / seconds, summary.bytes))
  file:write(string.format(
    '"latency_us":{"mean":%.1f,"median":%d,"p95":%d,"p99":%d,"max":%d},',
    latency.mean, latency:percentile(50), latency:percentile(95), latency:percentile(99),
    latency.max))
  file:write(string.format(
    '"errors":{"connect":%d,"read":%d,"write":%d,"timeout":%d,"status":%d},',
    errors.connect, errors.read, errors.write, errors.timeout, errors.status))
  file:write(string.format(
    '"statuses":%s,"problems":%s}\n', object(all_statuses), object(all_problems)))
  file:close()
end
