#include "devices/host/report_threads.h"

namespace aclprof {

HostStatus ReportThreads::Subscribe(uint64_t thread, const HostStream& stream) {
  const std::lock_guard lock(mutex_);
  if (!thread_of_stream_.emplace(&stream, thread).second)
    return {ACL_ERROR_RT_STREAM_SUBSCRIBE, "the stream is subscribed already"};
  Thread& entry = threads_[thread];
  if (entry.queue == nullptr) entry.queue = std::make_shared<CallbackQueue>();
  ++entry.streams;
  return {};
}

HostStatus ReportThreads::Unsubscribe(uint64_t thread, const HostStream& stream) {
  std::unique_lock lock(mutex_);
  if (threads_.count(thread) == 0)
    return {ACL_ERROR_RT_THREAD_SUBSCRIBE, "the thread is not subscribed"};
  const auto found = thread_of_stream_.find(&stream);
  if (found == thread_of_stream_.end() || found->second != thread)
    return {ACL_ERROR_RT_STREAM_SUBSCRIBE, "the stream is not subscribed by this thread"};
  const std::shared_ptr<CallbackQueue> queue = Remove(stream);
  lock.unlock();
  queue->RemoveAllOf(stream);
  return {};
}

void ReportThreads::Forget(const HostStream& stream) {
  std::unique_lock lock(mutex_);
  if (thread_of_stream_.count(&stream) == 0) return;
  const std::shared_ptr<CallbackQueue> queue = Remove(stream);
  lock.unlock();
  queue->RemoveAllOf(stream);
}

std::shared_ptr<CallbackQueue> ReportThreads::QueueOfStream(const HostStream& stream) const {
  const std::lock_guard lock(mutex_);
  const auto found = thread_of_stream_.find(&stream);
  return found == thread_of_stream_.end() ? nullptr : threads_.at(found->second).queue;
}

std::shared_ptr<CallbackQueue> ReportThreads::QueueOfThread(uint64_t thread) const {
  const std::lock_guard lock(mutex_);
  const auto found = threads_.find(thread);
  return found == threads_.end() ? nullptr : found->second.queue;
}

std::shared_ptr<CallbackQueue> ReportThreads::Remove(const HostStream& stream) {
  const auto subscription = thread_of_stream_.find(&stream);
  const auto thread = threads_.find(subscription->second);
  std::shared_ptr<CallbackQueue> queue = thread->second.queue;
  thread_of_stream_.erase(subscription);
  if (--thread->second.streams == 0) {
    queue->Close();
    threads_.erase(thread);
  }
  return queue;
}

}  // namespace aclprof
