// dlsym_api.h: functions that the vendor's libmsprofiler exports and its public header does not declare; clients reach
// them with dlsym. Names and signatures are the vendor's.
//
// Errors   marks as acl_prof.h's: -1 where marks are not collected or an argument is wrong, else 0.
// Source   torch_npu's and MindSpore's loaders, which take the absence of any of them for a lack of the feature.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_prof.h"

extern "C" {
MSVP_PROF_API int32_t aclprofSetCategoryName(uint32_t category, const char* categoryName);
MSVP_PROF_API int32_t aclprofSetStampPayload(void* stamp, const int32_t type, void* value);
MSVP_PROF_API int32_t aclprofSetStampCategory(void* stamp, uint32_t category);
MSVP_PROF_API int32_t aclprofSetStampTagName(void* stamp, const char* tagName, uint16_t length);
MSVP_PROF_API int32_t aclprofSetStampCallStack(void* stamp, const char* callStack, uint32_t length);
// As aclprofStart checks, and makes nothing: a session is quick to start. 148047 while one runs.
MSVP_PROF_API int aclprofWarmup(const aclprofConfig* profilerConfig);
MSVP_PROF_API aclError aclprofGetSupportedFeatures(size_t* featuresSize, void** featuresData);
MSVP_PROF_API aclError aclprofGetSupportedFeaturesV2(size_t* featuresSize, void** featuresData);
MSVP_PROF_API int aclprofRegisterDeviceCallback(void);
MSVP_PROF_API size_t aclprofGetGraphId(const void* opInfo, size_t opInfoLen, uint32_t index);
}
