# Writes OUTPUT, a C++ fragment with one `{"name", R"json(text)json"},` per
# machine description in MACHINES (a list separated by "|").
#
#   cmake -DMACHINES=a.json|b.json -DOUTPUT=Machines.inc -P EmbedMachines.cmake
string(REPLACE "|" ";" MACHINES "${MACHINES}")
set(content "")
foreach(file IN LISTS MACHINES)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND content "{\"${name}\", R\"json(${text})json\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "${content}")
